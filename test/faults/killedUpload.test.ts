// kill -9 of the service in the middle of an upload.
import { describe, expect, it } from '#jest';
import { useFileRoute } from '../e2e/support/fileRoute.js';
import { operatorProcessJson } from '../support/operator.js';

const { send, fields, csv, beginUpload, uploads, service, ledger, startAgain } = useFileRoute();

describe('An upload that is cut short', () => {
  it.each([5, 25, 45])(
    'by a kill of the service after %d of 50 MB leaves no file after the restart, and no event',
    async (megabytes) => {
      const history = ['history', '--company', String(ledger().companyIds[0])];
      const first = await send([...fields(), ['file', csv('2026-01'), 'x.csv']]);
      expect([200, 201]).toContain(first.status);
      const before = await operatorProcessJson<object[]>(service().dataDir, history);
      await beginUpload(megabytes);
      await service().kill();
      expect(await uploads()).not.toEqual([]);
      expect(await operatorProcessJson(service().dataDir, history)).toEqual(before);
      await startAgain();
      expect(await uploads()).toEqual([]);
      expect((await send([...fields(), ['file', csv('2026-01'), 'x.csv']])).status).toBe(200);
    },
  );
});
