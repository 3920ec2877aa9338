// Which mails the person gets: the form in Avisos, and what it writes. Source: docs/spec/console.md#mail.
import { chooseMail } from '../../../commands/people/chooseMail.js';
import { mailChoiceOf } from '../../../domain/clients/workflowSettings.js';
import type { MailChoice } from '../../../domain/clients/events.js';
import { MAIL_AT_ONCE, MAIL_CHOSEN, MAIL_DAILY, MAIL_EXPLAINED, MAIL_HEADING } from '../../../messages/mail.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { Checkbox } from '../../design/Checkbox.js';
import { Form } from '../../design/Form.js';
import { NOTICES } from '../../design/navigation.js';
import { anyRole, noteWritten, personContext, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { notice, redirectTo } from '../../session/answers.js';
import { readForm } from '../../session/readForm.js';

const MAIL = `${NOTICES}/emails`;

export function mailForm(deps: ConsoleDependencies): ConsoleRoute {
  return {
    method: 'POST',
    path: MAIL,
    may: anyRole,
    async handle(call) {
      const form = await readForm(call, deps);
      const { eventLog: log, folds, clock } = deps;
      const choice = { daily: form.has('diario'), atOnce: form.has('naHora') };
      const position = await chooseMail({ log, folds, clock }, call.state.session, choice, personContext(call));
      await noteWritten(deps, call, position);
      notice(call, MAIL_CHOSEN);
      redirectTo(call, NOTICES);
    },
  };
}

/** As the person chose; null where no mail is sent. */
export function mailChoiceFor(
  { sendsMail, registers }: ConsoleDependencies,
  call: ConsoleCall,
): MailChoice | null {
  const { clientId, personId } = call.state.session;
  return sendsMail ? mailChoiceOf(registers.workflowOf(clientId), personId) : null;
}

export function Mails({ call, choice }: Readonly<{ call: ConsoleCall; choice: MailChoice }>) {
  return (
    <section class="form-page no-print" aria-labelledby="emails">
      <h2 id="emails">{MAIL_HEADING}</h2>
      <p class="muted">{MAIL_EXPLAINED}</p>
      <Form call={call} action={MAIL}>
        <Checkbox name="diario" label={MAIL_DAILY} checked={choice.daily} />
        <Checkbox name="naHora" label={MAIL_AT_ONCE} checked={choice.atOnce} />
        <button>Salvar</button>
      </Form>
    </section>
  );
}
