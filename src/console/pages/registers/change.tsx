// Forms of the registers: each a part of a registers' file for the command of `apply`, which checks roles.
import { REGISTRARS } from '../../../domain/clients/roles.js';
import { DomainError } from '../../../domain/problem.js';
import { registerFormSentences, type TypedLines } from '../../../messages/registers.js';
import { useCall } from '../../design/Form.js';
import { Empty } from '../../design/values.js';
import { paths } from '../../paths.js';
import { personContext, type ConsoleCall } from '../../route.js';
import type { Access } from '../../session/access.js';
import type { Done } from '../../session/answers.js';

/** Whether the person may edit registers: their role covers the whole client. */
export const mayEdit = (access: Access): boolean => access.hasForClient(REGISTRARS);

/** Why there is no form, told to an Administrador of some companies. */
export function WhoEdits() {
  const { access } = useCall().session;
  if (mayEdit(access) || !access.has('MODULE_ADMIN')) return null;
  return <p class="muted">Só um Administrador do módulo de todas as empresas altera os cadastros.</p>;
}

/** In place of a page that shows nothing without a company. */
export function NoCompany() {
  if (!mayEdit(useCall().session.access))
    return <Empty>Você ainda não vê nenhuma empresa: fale com um Administrador do módulo.</Empty>;
  const first = <a href={`${paths.companies}/nova`}>Cadastrar empresa</a>;
  return <Empty next={first}>Nenhuma empresa está cadastrada ainda.</Empty>;
}

/** In place of a page that shows nothing without a company that reconciles here. */
export function NoReconciliation() {
  const next = mayEdit(useCall().session.access) && <a href={paths.companies}>Ir para Empresas</a>;
  return <Empty next={next}>Nenhuma empresa que você vê concilia as contas neste serviço.</Empty>;
}

/**
 * Call at once after the form was compared with the registers.
 * @returns sentences that refuse it, or `done` @param typed see `registerFormSentences`
 * @throws RegistersMoved: `form` compares again
 */
export async function changeRegisters(
  call: ConsoleCall,
  part: object,
  done: Done,
  typed: Readonly<Record<string, TypedLines>> = {},
): Promise<Done | readonly string[]> {
  const { registers, applyRegisters } = call.deps;
  const { clientId } = call.session;
  const ref = registers.clientById(clientId)?.ref ?? '';
  const document = { clients: [{ ref, ...part }] };
  const applying = applyRegisters(document, personContext(call), registers.revisionOf(clientId));
  const applied = await orSentences(applying, typed);
  return 'errors' in applied ? applied.errors : { ...done, position: applied.position };
}

/** Registers that are refused become their sentences. @param typed see `registerFormSentences` */
export async function orSentences<Result extends object>(
  registering: Promise<Result>,
  typed: Readonly<Record<string, TypedLines>> = {},
): Promise<Result | Readonly<{ errors: readonly string[] }>> {
  try {
    return await registering;
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is !== 'RegistersInvalid') throw error;
    return { errors: registerFormSentences(error.problem.errors, typed) };
  }
}
