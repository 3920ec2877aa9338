// The forms that make and end schedules of an account, from the page of one of its reconciliations.
import { createSchedule, endSchedule } from '../../../commands/competence/schedules.js';
import { scheduleKindValues } from '../../../domain/books/schedules.js';
import { SCHEDULERS } from '../../../domain/clients/roles.js';
import { parseCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { decimalCents } from '../../../domain/kernel/money.js';
import { refuse as refuseProblem } from '../../../domain/problem.js';
import { SCHEDULE_CREATED, SCHEDULE_ENDED, SCHEDULE_FIRST_WRONG } from '../../../messages/schedules.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { get, noteWritten, personContext, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { notice, redirectTo } from '../../session/answers.js';
import { keepTyped, readForm, refusalOf, type FormFields } from '../../session/readForm.js';
import { areCreditsIn, idIn, NOTHING_REFUSED, readPage } from './pageData.js';
import { commandDeps, targetOf, type Show, type Target } from './actRoutes.js';
import { pagePath, SCHEDULES, schedulesPath } from './addresses.js';
import { decimalOf, signsOf } from './typedItems.js';

export function scheduleRoutes(deps: ConsoleDependencies, show: Show): readonly ConsoleRoute[] {
  const back = async (call: ConsoleCall): Promise<void> => redirectTo(call, pagePath(idIn(call)));
  return [
    post(SCHEDULES, handler(deps, show, create)),
    post(`${SCHEDULES}/encerrar`, handler(deps, show, end)),
    get(SCHEDULES, back),
    get(`${SCHEDULES}/encerrar`, back),
  ];
}

type Done = Readonly<{ position: number | null; told: string }>;
type Asked = Readonly<{ call: ConsoleCall; form: FormFields; target: Target }>;

/** The page again, with the reason, for what is refused. */
function handler(
  deps: ConsoleDependencies,
  show: Show,
  perform: (deps: ConsoleDependencies, asked: Asked) => Promise<Done | string>,
) {
  return async (call: ConsoleCall): Promise<void> => {
    const target = await targetOf(deps, call);
    const form = await readForm(call, deps);
    const refuse = async (sentence: string, status: number): Promise<void> => {
      keepTyped(call, schedulesPath(target.id), form);
      const refused = { ...NOTHING_REFUSED, act: 'compose' as const, sentences: [sentence] };
      show(call, await readPage(deps, call), refused, status);
    };
    try {
      if (!call.state.session.access.hasAny(SCHEDULERS, target.row.empresaId))
        refuseProblem({ is: 'RoleMissing', roles: SCHEDULERS });
      const done = await perform(deps, { call, form, target });
      if (typeof done === 'string') return await refuse(done, 400);
      await noteWritten(deps, call, done.position);
      notice(call, done.told);
      redirectTo(call, `${pagePath(target.id)}#cronograma`);
    } catch (error) {
      const { sentence, status } = refusalOf(error);
      await refuse(sentence, status);
    }
  };
}

async function create(deps: ConsoleDependencies, { call, form, target }: Asked): Promise<Done | string> {
  const { row, asked } = target;
  const first = parseCompetence(form.text('inicio'));
  if (first === null) return SCHEDULE_FIRST_WRONG;
  const signs = signsOf(row, areCreditsIn(call, form.typed.fields));
  const rule = {
    ...{ company: asked.company, accountCode: row.contaCodigo, description: form.text('descricao'), first },
    amountCents: decimalCents(decimalOf(form.text('valor'), signs)) ?? NaN,
    kind: scheduleKindValues.find((kind) => kind === form.text('tipo')) ?? 'LINEAR',
    months: Number(form.text('meses')),
  };
  const { position } = await createSchedule({ ...commandDeps(deps), ids: deps.ids }, rule, personContext(call));
  return { position, told: SCHEDULE_CREATED };
}

async function end(deps: ConsoleDependencies, { call, form, target }: Asked): Promise<Done> {
  const { row, asked } = target;
  const from = row.competencia as Competence;
  const scheduleId = Number(form.text('cronograma'));
  const ending = { company: asked.company, scheduleId, from };
  const { position } = await endSchedule(commandDeps(deps), ending, personContext(call));
  return { position, told: SCHEDULE_ENDED };
}
