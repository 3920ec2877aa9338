// The workflow: a release against the import of the same, acts on many against one at a time, an old competence against
// a young one, and the list of reconciliations with every filter and at any size.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { actOnReconciliations, type ActDeps } from '../../src/commands/reconciliations/actOnReconciliations.js';
import { release, type ReleaseDeps } from '../../src/commands/competence/release.js';
import { readConfig } from '../../src/app/config.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { noFailPoints } from '../../src/domain/kernel/failPoints.js';
import type { ActRequest } from '../../src/domain/reconciliation/decide.js';
import { reconciliations, reconciliationsStream } from '../../src/domain/reconciliation/fold.js';
import { openCommandSide } from '../../src/app/commandSide.js';
import { buildMonth } from '../../test/support/builders.js';
import { atLeast, atMost, interleave, type Figure } from '../measure.js';
import { operator, serviceEnvironment } from '../processes.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const ACCOUNTS = 20_000;
const ROUNDS = 7;
const BULK = 1_000;
const OLD_ACTS = 5_000;
const YOUNG_ACTS = 50;
/** Two competences of half as many accounts each. */
const FEW = 200;
const MANY = 200_000;
export const SUPERVISOR_EMAIL = 'supervisora@exemplo.com.br';

export async function workflow(stage: Stage): Promise<Figure[]> {
  const large = await openSetup(stage, 'large', ACCOUNTS);
  const small = await openSetup(stage, 'small', FEW / 2);
  try {
    const figures = [
      await releaseAgainstImport(stage, large),
      await manyAgainstOne(large),
      await oldAgainstYoung(stage, small),
    ];
    return [...figures, ...(await lists(stage, large, small))];
  } finally {
    await large.close();
    await small.close();
  }
}

/** A running service, and a process beside it that releases and acts without the network. */
export type WorkflowSetup = Readonly<{
  service: BenchService;
  accounts: number;
  periods: Competence[];
  deps: ReleaseDeps & ActDeps;
  personId: string;
  close(): Promise<void>;
}>;

const company = { companyId: 1, clientId: 1 } as const;

export async function openSetup(
  stage: Stage,
  name: string,
  accounts: number,
  options: Readonly<{ companies?: number; env?: NodeJS.ProcessEnv }> = {},
): Promise<WorkflowSetup> {
  const service = await stage.openService(`workflow-${name}`, { companies: 1, accounts, ...options });
  const file = join(stage.folder, `users-${name}.json`);
  const roles = ['SUPERVISOR', 'PREPARER'].map((role) => ({ role }));
  const users = [{ email: SUPERVISOR_EMAIL, name: 'Supervisora', roles }];
  writeFileSync(file, JSON.stringify({ clients: [{ ref: 'bench', users }] }));
  await operator(service.dataDir, 'apply', file);
  const opened = await openCommandSide(readConfig(serviceEnvironment(service.dataDir)), () => undefined, {});
  await opened.deployment;
  const context = { ...opened, failPoints: noFailPoints };
  return {
    service,
    accounts,
    periods: [],
    deps: context,
    personId: await personIn(context),
    close: () => opened.close(),
  };
}

async function personIn({ log }: ActDeps): Promise<string> {
  for await (const { type, data } of log.read(`client-${company.clientId}`, 0))
    if (type === 'UserRegistered') return (data as { personId: string }).personId;
  throw new Error('nobody was registered');
}

const periodOf = (index: number): Competence =>
  `20${String(10 + Math.floor(index / 12)).padStart(2, '0')}-${String((index % 12) + 1).padStart(2, '0')}` as Competence;

/** @returns how long the import took to its 201 */
export async function importNext(stage: Stage, { service, periods }: WorkflowSetup): Promise<number> {
  const period = periodOf(periods.length);
  periods.push(period);
  const body = buildMonth(service.accounts, {
    cnpj: service.cnpjs[0] ?? '',
    period,
    chartName: CHART_NAME,
    variant: 1,
  });
  const { eachMs } = await importOf(stage.client, [service.importCall(stage.keepBody(body))], [201]);
  stage.forgetBodies();
  await shown(stage, service, '/trial-balances', periods.length);
  return eachMs[0] ?? NaN;
}

/** Waits until the list holds so many: people release what they see, and nothing else runs then. */
export async function shown({ client }: Stage, service: BenchService, path: string, count: number): Promise<void> {
  for (;;) {
    const [page] = await client.send([service.read(`${path}?limit=1`)]);
    const { pagination } = JSON.parse(page?.body ?? '{}') as { pagination?: { total: number } };
    if (pagination && pagination.total >= count) return;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

export async function releaseLast(stage: Stage, setup: WorkflowSetup): Promise<number> {
  const { deps, periods, personId } = setup;
  const competence = periods.at(-1) as Competence;
  const elapsedMs = await timed(() =>
    release(deps, { company, competence }, { actor: { kind: 'person', id: personId }, requestId: null }),
  );
  await shown(stage, setup.service, '/reconciliations', periods.length * setup.accounts);
  return elapsedMs;
}

async function releaseAgainstImport(stage: Stage, setup: WorkflowSetup): Promise<Figure> {
  const imports: number[] = [];
  const releases: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const importMs = await importNext(stage, setup);
    const releaseMs = await releaseLast(stage, setup);
    if (round < 2) continue;
    imports.push(importMs);
    releases.push(releaseMs);
  }
  return atMost('release of 20,000 to its commit / the import of the same', 2, releases, imports);
}

const comment: ActRequest = { act: 'comment', comment: 'conferido com o extrato' };
export const move = (act: 'waive' | 'restore'): ActRequest => ({
  act,
  comment: 'sem movimento relevante',
  to: null,
});

export async function act(
  setup: WorkflowSetup,
  competence: Competence,
  ids: readonly number[],
  request: ActRequest,
): Promise<void> {
  const { deps, personId } = setup;
  const context = { actor: { kind: 'person', id: personId }, requestId: null } as const;
  const asked = { company, competence, ids, request, personId };
  const { results } = await actOnReconciliations(deps, asked, context);
  const refused = results.find(({ ok }) => !ok);
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
}

export async function idsOf({ deps }: WorkflowSetup, competence: Competence): Promise<readonly number[]> {
  const { state } = await deps.folds.load(reconciliationsStream(company.companyId, competence), reconciliations);
  return state.items.map(({ reconciliationId }) => reconciliationId);
}

async function manyAgainstOne(setup: WorkflowSetup): Promise<Figure> {
  const competence = setup.periods[0] as Competence;
  const ids = (await idsOf(setup, competence)).slice(0, BULK);
  const perSecond = (ms: number): number => (BULK * 1_000) / ms;
  const samples = await interleave(
    3,
    {
      many: async () => perSecond(await timed(() => act(setup, competence, ids, comment))),
      one: async () =>
        perSecond(
          await timed(async () => {
            for (const id of ids) await act(setup, competence, [id], comment);
          }),
        ),
    },
    1,
  );
  return atLeast(`an act on ${BULK} reconciliations / one at a time`, 10, samples.many, samples.one, 'acts/s');
}

async function oldAgainstYoung(stage: Stage, setup: WorkflowSetup): Promise<Figure> {
  for (let index = 0; index < 2; index++) {
    await importNext(stage, setup);
    await releaseLast(stage, setup);
  }
  const [old, young] = setup.periods as [Competence, Competence];
  const one = async (competence: Competence, round: number): Promise<number> => {
    const [id = 0] = await idsOf(setup, competence);
    return timed(() => act(setup, competence, [id], move(round % 2 === 0 ? 'waive' : 'restore')));
  };
  const acts = async (competence: Competence, count: number): Promise<void> => {
    const [id = 0] = await idsOf(setup, competence);
    for (let done = 0; done < count; done++) await act(setup, competence, [id], comment);
  };
  await acts(old, OLD_ACTS);
  await acts(young, YOUNG_ACTS);
  const samples = await interleave(401, {
    old: (round) => one(old, round),
    young: (round) => one(young, round),
  });
  return atMost(`the ${OLD_ACTS}th act in a competence / the ${YOUNG_ACTS}th`, 1.2, samples.old, samples.young);
}

/** First pages of 50, each filter against none; then 200,000 reconciliations against 200. */
async function lists(stage: Stage, large: WorkflowSetup, small: WorkflowSetup): Promise<Figure[]> {
  while (large.periods.length * large.accounts < MANY) {
    await importNext(stage, large);
    await releaseLast(stage, large);
  }
  const read = async ({ service }: WorkflowSetup, query: string): Promise<number> => {
    const [answer] = await stage.client.send([service.read(`/reconciliations?limit=50${query}`)]);
    if (answer?.status !== 200) throw new Error(`${query}: ${answer?.status} ${answer?.body.slice(0, 300)}`);
    return answer.endedMs - answer.startedMs;
  };
  await act(
    large,
    large.periods[1] as Competence,
    await idsOf(large, large.periods[1] as Competence),
    move('waive'),
  );
  await stage.client.send([large.service.read('/reconciliations?limit=50')]);
  const filters = {
    none: '',
    status: '&status=WAIVED',
    period: `&period=${large.periods[1]}`,
    companyId: '&companyId=1',
    responsavel: '&responsavel=Supervisora',
    together: `&companyId=1&period=${large.periods[1]}&status=WAIVED`,
    slaStatus: '&slaStatus=COMPLETED_LATE',
  };
  const contenders = Object.fromEntries(
    Object.entries(filters).map(([name, query]) => [name, () => read(large, query)]),
  ) as Record<keyof typeof filters, () => Promise<number>>;
  const samples = await interleave(31, contenders);
  const sizes = await interleave(61, { many: () => read(large, ''), few: () => read(small, '') });
  const speed = (ms: readonly number[]): number[] => ms.map((each) => 1_000 / each);
  return [
    ...Object.entries(samples)
      .filter(([name]) => name !== 'none')
      .map(([name, own]) =>
        atMost(`list by ${name} / unfiltered page`, name === 'slaStatus' ? 4 : 1.5, own, samples.none),
      ),
    atLeast(`first page of ${MANY} / of ${FEW}`, 0.8, speed(sizes.many), speed(sizes.few), 'pages/s'),
  ];
}
