// The form that downloads the dossier of a closed month.
import { recordDossier } from '../../../commands/competence/recordDossier.js';
import { parseCompetence } from '../../../domain/kernel/competence.js';
import { month } from '../../../messages/formats.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import type { DossierRefusal } from '../../dossiers.js';
import { notice, redirectTo } from '../../session/answers.js';
import { readForm } from '../../session/readForm.js';
import { noteWritten, notFound, parameter, personContext, type ConsoleCall } from '../../route.js';
import { AUDIT } from './filter.js';

const refusals: Readonly<Record<DossierRefusal, string>> = {
  open: 'a competência não está fechada',
  busy: 'outro dossiê da sua empresa ou grupo está sendo feito. Tente de novo quando ele terminar',
  unsigned: 'os selos ainda não são assinados neste serviço',
  differs: 'o log não confere com o seu último selo. Avise o operador',
};

/** As an attachment, in pieces. The same answer for what does not exist and for a company that the person does not see. */
export async function downloadDossier(
  call: ConsoleCall,
  deps: Pick<
    ConsoleDependencies,
    'registers' | 'dossiers' | 'bodies' | 'people' | 'written' | 'eventLog' | 'folds' | 'clock'
  >,
): Promise<void> {
  const { registers, dossiers, bodies, people, eventLog: log, folds, clock } = deps;
  const { clientId, access } = call.state.session;
  const competence = parseCompetence(parameter(call, 'period'));
  const given = parameter(call, 'companyId');
  const company = /^[1-9][0-9]{0,8}$/.test(given) ? registers.company(clientId, Number(given)) : null;
  if (competence === null || company === null || !access.sees(company.companyId)) return notFound();
  const form = await readForm(call, { bodies });
  const { companyId } = company;
  const known = form.has('nomes') ? await people.byId([...registers.workflowOf(clientId).users.keys()]) : null;
  const names = known && new Map(known.map(({ personId, name }) => [personId, name]));
  const made = await dossiers.make(company, competence, { names, untilNow: form.has('agora') });
  if (typeof made === 'string') {
    notice(call, `Sem dossiê de ${month(competence)}: ${refusals[made]}.`, 'bad');
    return redirectTo(call, `${AUDIT}?companyId=${companyId}&period=${competence}`);
  }
  try {
    const recorded = { company, competence, made: made.made };
    const { position } = await recordDossier({ log, folds, clock }, recorded, personContext(call));
    await noteWritten(deps, call, position);
  } catch (error) {
    made.bytes.destroy();
    throw error;
  }
  call.set({
    'Content-Disposition': `attachment; filename="dossie-${companyId}-${competence}.zip"`,
    'Content-Type': 'application/zip',
    'Content-Length': String(made.length),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  call.body = made.bytes;
}
