// Auditoria in the console: processor time of a page with any filter, by how much ever happened in the company.
import { newEvent } from '../../src/commands/kernel/newEvent.js';
import type { DomainEvent } from '../../src/domain/kernel/event.js';
import { NO_STREAM } from '../../src/domain/kernel/log.js';
import { cpuMsOf } from '../cpuTime.js';
import { atMost, interleave, type Figure } from '../measure.js';
import { cookieOf } from './console.js';
import type { WorkflowSetup } from './workflow.js';

const MANY = 200_000;
const FEW = 2_000;
const ROUNDS = 5;
/** Processor time is counted in steps of 10 ms. */
const PAGES = 60;
const APPENDED_AT_ONCE = 500;
const company = { companyId: 1, clientId: 1 } as const;

const filters = {
  unfiltered: '',
  'of a competence': '&period=2010-01',
  'of a kind': '&tipo=recusa',
  'of a rare actor': '&quem=Operador',
  'of a person': '&quem=Supervisora',
  'of days': '&de=2000-01-01&ate=2999-12-31',
  'ten pages on': '&page=10',
} as const;

/** Figures of the pages; the services have had the events by then. */
export async function auditGrowth(large: WorkflowSetup, small: WorkflowSetup): Promise<Figure[]> {
  const [many, few] = [await auditOf(large, MANY), await auditOf(small, FEW)];
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(filters)) {
    for (const ask of [many, few]) await ask(query, 5);
    const samples = await interleave(ROUNDS, { many: () => many(query, PAGES), few: () => few(query, PAGES) }, 1);
    figures.push(atMost(`Auditoria ${name}, of ${MANY} events / of ${FEW}`, 1.3, samples.many, samples.few));
  }
  return figures;
}

const refused: DomainEvent = {
  type: 'ImportRefused',
  data: {
    ...{ ...company, cnpj: '', competence: '2010-01', code: 'IMPORTACAO_RECUSADA' },
    ...{ error: 'Linha 2: débito diferente', reasons: ['Linha 2: débito diferente'], reasonCount: 1 },
    source: { kind: 'json' },
  },
};

type AskPages = (query: string, count: number) => Promise<number>;

/** Refusals of imports: the events that nothing but the history keeps. */
async function auditOf(setup: WorkflowSetup, events: number): Promise<AskPages> {
  const { service, deps, personId } = setup;
  const context = { actor: { kind: 'person', id: personId }, requestId: null } as const;
  let revision = NO_STREAM;
  for (let done = 0; done < events; done += APPENDED_AT_ONCE) {
    const batch = Array.from({ length: APPENDED_AT_ONCE }, () => newEvent(refused, context, deps.clock, null));
    const appended = await deps.log.append(`refusals-${company.companyId}`, batch, revision);
    if (!appended.ok) throw new Error('another wrote refusals');
    revision = appended.revision;
  }
  const cookie = await cookieOf(setup);
  const url = `http://127.0.0.1:${service.port()}/console/auditoria?companyId=${company.companyId}`;
  const get = async (query: string): Promise<string> => {
    const answer = await fetch(url + query, { headers: { cookie, 'accept-encoding': 'gzip, deflate, br' } });
    if (answer.status !== 200) throw new Error(`${query}: ${answer.status}`);
    return answer.text();
  };
  const shown = async (): Promise<number> =>
    Number(/>([\d.]+) eventos/.exec(await get(''))?.[1]?.replaceAll('.', '') ?? 0);
  // Sealing is work of the same process.
  const isAtRest = async (): Promise<boolean> => (await shown()) >= events && (await sealed(setup)) >= events;
  while (!(await isAtRest())) await new Promise((resolve) => setTimeout(resolve, 500));
  return async (query, count) => {
    const before = cpuMsOf(service.pid());
    for (let at = 0; at < count; at++) await get(query);
    return (cpuMsOf(service.pid()) - before) / count;
  };
}

async function sealed({ service }: WorkflowSetup): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${service.port()}/v1/log/checkpoint`);
  return answer.ok ? Number((await answer.text()).split('\n')[1]) : 0;
}
