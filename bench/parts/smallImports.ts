// Imports of 20 lines: against one durable commit of the same bytes, and the 600th of a company against the 60th.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { atMost, interleave, ratio, type Figure } from '../measure.js';
import { answersTo, msOf, type Stage } from '../stage.js';

const YOUNG = 60;
const OLD = 600;
const ROUNDS = 41;

export async function smallImports(stage: Stage): Promise<Figure[]> {
  const { client } = stage;
  const service = await stage.openService('small', { companies: 2, accounts: 20 });
  const [old = '', young = ''] = service.cnpjs;
  let variant = 0;
  const next = (cnpj: string) => service.monthCall({ cnpj, variant: ++variant });
  const one = (cnpj: string): Promise<number> => msOf(client, next(cnpj), 201);
  // The rounds stand around the 600th and the 60th.
  for (const [cnpj, count] of [[old, OLD] as const, [young, YOUNG] as const]) {
    const before = Array.from({ length: count - (ROUNDS >> 1) }, () => next(cnpj));
    await answersTo(client, before, 201, 4);
  }
  const bytes = readFileSync(next(old).bodyFile ?? '');
  const file = await open(join(stage.folder, 'commits.bin'), 'a');
  const samples = await interleave(ROUNDS, {
    old: () => one(old),
    young: () => one(young),
    async commit() {
      const startedMs = performance.now();
      await file.appendFile(bytes);
      await file.datasync();
      return performance.now() - startedMs;
    },
  });
  await file.close();
  return [
    atMost('import of 20 lines / one durable commit of the same bytes', 6, ratio(samples.young, samples.commit)),
    atMost(`${OLD}th import of a company / ${YOUNG}th`, 1.2, ratio(samples.old, samples.young)),
  ];
}
