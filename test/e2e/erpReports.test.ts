// Reports as programs in Brazil print them, sent as an integrator would: a whole one goes in at the first try, and
// of any other one sentence tells what to change. Each report has a company of its own, all with the same chart.
import { describe, expect, it } from '#jest';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registersFile } from '../support/builders.js';
import { client, type Body } from '../support/client.js';
import {
  ACCOUNTS,
  CHART_NAME,
  chartCsv,
  cnpjOf,
  GROUP_ROWS,
  KEPT_LINES,
  ofGroup,
  PERIOD,
} from '../files/erpReports/books.js';
import { ALIKE } from '../files/erpReports/alike.js';
import { DOMINIO_AND_ALTERDATA } from '../files/erpReports/dominio.js';
import { INTERNATIONAL } from '../files/erpReports/international.js';
import { OFFICES } from '../files/erpReports/offices.js';
import { MISLEADING } from '../files/erpReports/misleading.js';
import { ODD } from '../files/erpReports/odd.js';
import { PROTHEUS } from '../files/erpReports/protheus.js';
import { SIDES } from '../files/erpReports/sides.js';
import { SMALL } from '../files/erpReports/small.js';
import { TOTVS_AND_OTHERS } from '../files/erpReports/totvs.js';
import type { Content, GoodReport } from '../files/erpReports/report.js';
import { UNLISTED } from '../files/erpReports/unlisted.js';
import { WRONG } from '../files/erpReports/wrong.js';
import { issueKey, operatorJson } from '../support/operator.js';
import { startService, temporaryDir } from '../support/service.js';

const GOOD: readonly GoodReport[] = [
  ...PROTHEUS,
  ...TOTVS_AND_OTHERS,
  ...INTERNATIONAL,
  ...DOMINIO_AND_ALTERDATA,
  ...OFFICES,
  ...SMALL,
  ...ODD,
  ...SIDES,
  ...ALIKE,
  ...UNLISTED,
];
const BAD = [...WRONG, ...MISLEADING];
const ROUTE = '/api/v1/trial-balances/arquivo';

const dataDir = await temporaryDir();
const folder = join(dataDir, 'registers');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'plano.csv'), chartCsv());
const companies = [...GOOD, ...BAD].map((_, at) => ({
  cnpj: cnpjOf(at),
  chartName: CHART_NAME,
  accountsFile: 'plano.csv',
}));
await writeFile(join(folder, 'registers.json'), JSON.stringify(registersFile('erps', companies)));
await operatorJson(dataDir, ['apply', join(folder, 'registers.json')]);
const { secret: key } = await issueKey(dataDir, 'erps', 'trial_balances:write,trial_balances:read');
const service = await startService({ dataDir });

type Answer = Readonly<{ status: number; body: Body }>;

async function send(
  content: Content,
  fileName: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content as BlobPart]), fileName);
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(service.url + ROUTE, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Body };
}

describe('A report that is imported at the first attempt', () => {
  it.each(GOOD.map((report, at) => [report.program, report, at] as const))('%s', async (_, report, at) => {
    const cnpj = cnpjOf(at);
    const fields = { cnpj, chartName: CHART_NAME, ...(report.asksPeriod === true && { period: PERIOD }) };
    const { status, body } = await send(await report.content(cnpj), report.fileName, fields);
    expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    const groups = report.hasGroups ? GROUP_ROWS : 0;
    const left = report.leaves ?? ACCOUNTS;
    expect(body.data).toMatchObject({
      enviadas: left + groups,
      importadas: left,
      ignoradasForaDoPlano: 0,
      ignoradasQueNaoConciliam: groups,
    });
    const warnings = (body.data['avisos'] as readonly string[]).filter(
      (text) => !text.includes('não participa da conciliação'),
    );
    expect(warnings).toHaveLength(report.warnings?.length ?? 0);
    for (const [place, text] of (report.warnings ?? []).entries()) expect(warnings[place]).toMatch(text);
    const id = String(body.data['trialBalanceId']);
    const rows = await client(service.url, key).all(`/api/v1/trial-balances/${id}/lines`);
    const sign = (code: string, cents: number): number =>
      (report.stored === 'ofGroup' ? ofGroup({ code }, cents) : cents) / 100;
    const expected = KEPT_LINES.filter(({ code }) => report.leaves === undefined || code !== '1.1.1.02.001');
    expect(
      rows
        .map((row) => [
          row['competencia'],
          row['contaCodigo'],
          row['saldoAnterior'],
          row['debito'],
          row['credito'],
          row['saldoFinal'],
        ])
        .sort(),
    ).toEqual(
      expected.map(({ code, opening, debit, credit, closing }) => [
        PERIOD,
        code,
        sign(code, opening),
        debit / 100,
        credit / 100,
        sign(code, closing),
      ]),
    );
  });
});

describe('A report that is refused with one sentence', () => {
  it.each(BAD.map((report, at) => [report.program, report, GOOD.length + at] as const))(
    '%s',
    async (_, report, at) => {
      const cnpj = cnpjOf(at);
      const fields = { cnpj, chartName: CHART_NAME, ...(report.asksPeriod !== false && { period: PERIOD }) };
      const { status, body } = await send(await report.content(cnpj), report.fileName, fields);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'IMPORTACAO_RECUSADA' });
      if (typeof report.sentence === 'string') expect(body.error).toBe(report.sentence);
      else expect(body.error).toMatch(report.sentence);
    },
  );
});
