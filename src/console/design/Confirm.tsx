// The question before an act that cannot simply be taken back: what it would do, and its form once more with `confirmado`.
import { LinkButton } from './ActBar.js';
import type { ComponentChildren } from 'preact';
import type { ConsoleCall } from '../route.js';
import { Form, HiddenFields } from './Form.js';
import type { FormFields } from '../session/readForm.js';

const FIELD = 'confirmado';
const YES = 'sim';

/** Whether the form was sent from its question. @param shown as in the question's `shown` */
export function isConfirmed(fields: FormFields, shown = YES): boolean {
  return fields.text(FIELD) === shown;
}

type Props = Readonly<{
  call: ConsoleCall;
  /** Of the form that asks. */
  action: string;
  /** The name of the act. */
  label: string;
  /** The page of `Voltar`, which does nothing. */
  back: string;
  /** What else the form sends. */
  fields?: readonly (readonly [name: string, value: string])[];
  /** Names what the question shows: the act is asked for again where it would show something else by then. */
  shown?: string;
  /** Fields that the person fills in. */
  asks?: ComponentChildren;
  children: ComponentChildren;
}>;

export function Confirm({ call, action, label, back, fields = [], shown = YES, asks, children }: Props) {
  return (
    <section aria-label="O que será feito">
      {children}
      <Form call={call} action={action}>
        <HiddenFields fields={[...fields, [FIELD, shown]]} />
        {asks}
        <button class="primary">{label}</button> <LinkButton href={back}>Voltar</LinkButton>
      </Form>
    </section>
  );
}
