// The acts of a person's roles in a bar at the lower edge: the one that leads on, and the others folded away. What the state
// refuses is not shown; what is refused for another reason is disabled with it.
import type { ComponentChildren } from 'preact';
import type { PossibleAct } from '../../../domain/reconciliation/possibleActs.js';
import type { ActRefusal } from '../../../domain/reconciliation/refusals.js';
import type { Act } from '../../../domain/reconciliation/transitions.js';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { actKeys, actLabels } from '../../../messages/acts.js';
import { andNext, ownRefusalSentence } from '../../../messages/reconciliationPage.js';
import { ActBar, keyed, More } from '../../design/ActBar.js';
import { Form, Select, TextArea } from '../../design/Form.js';
import type { ConsoleCall } from '../../route.js';
import { actPath } from './addresses.js';
import type { PageData } from './pageData.js';

type ActsProps = Readonly<{ call: ConsoleCall; data: PageData }>;

/** Composition and what is carried into it, adjustments, explanation, comments and evidence have forms of their own. */
const ELSEWHERE: readonly Act[] = ['carry', 'compose', 'adjust', 'explain', 'comment', 'attach'];
/** Of those shown the first is the main thing to do. */
const ONWARD: readonly Act[] = ['submit', 'pass', 'approve', 'assign'];

export function Acts({ call, data }: ActsProps) {
  const shown = data.acts.filter(
    ({ act, refusal }) => !ELSEWHERE.includes(act) && refusal?.is !== 'NotInThisState',
  );
  const main = ONWARD.map((act) => shown.find((one) => one.act === act)).find((one) => one !== undefined);
  const others = shown.filter((one) => one !== main);
  if (shown.length === 0) return null;
  return (
    <ActBar label={main?.refusal && <span id={`motivo-${main.act}`}>{ownRefusalSentence(main.refusal)}</span>}>
      {main && <MainAct {...{ call, data }} {...main} />}
      {others.length > 0 && (
        <More>
          {others.map(({ act, asks, refusal }) =>
            refusal === null ? <ActForm {...{ call, data, act, asks }} /> : <RefusedAct {...{ act, refusal }} />,
          )}
        </More>
      )}
    </ActBar>
  );
}

function MainAct({ call, data, act, asks, refusal }: ActsProps & PossibleAct) {
  const label = actLabels[act];
  if (refusal !== null)
    return (
      <button type="button" disabled aria-describedby={`motivo-${act}`}>
        {label}
      </button>
    );
  const { next } = data;
  const key = keyed(actKeys[act], label);
  return (
    <ActForm {...{ call, data, act, asks }}>
      {next === null || act === 'assign' ? (
        <button class="primary" {...key}>
          {label}
        </button>
      ) : (
        <>
          <button>{label}</button>
          <button class="primary" name="depois" value={String(next.id)} {...key}>
            {andNext(label)}
          </button>
        </>
      )}
    </ActForm>
  );
}

type ActFormProps = ActsProps & Omit<PossibleAct, 'refusal'> & Readonly<{ children?: ComponentChildren }>;

/** @param children its buttons, unless it has just one */
function ActForm({ call, data, act, asks, children }: ActFormProps) {
  return (
    <Form call={call} action={actPath(data.id, act, call)} data-part>
      <Revision {...{ call, data, act }} />
      {act === 'assign' && (
        <Select
          label="Responsável"
          name="responsavel"
          id={`campo-responsavel-${act}`}
          options={[['', 'Escolha o Elaborador'], ...data.preparers]}
          required
        />
      )}
      {asks === 'comment' && <ActText act={act} label="Comentário" name="comentario" />}
      {asks === 'reason' && <ActText act={act} label="Justificativa" name="justificativa" />}
      {children ?? <button>{actLabels[act]}</button>}
    </Form>
  );
}

/** Several acts ask for a text: each field has an id of its own. */
function ActText({ act, label, name }: Readonly<{ act: Act; label: string; name: string }>) {
  return (
    <TextArea
      {...{ label, name }}
      id={`campo-${name}-${act}`}
      rows={2}
      maxLength={COMMENT_CHARACTERS_MAX}
      required
    />
  );
}

type RevisionProps = Readonly<{ call: ConsoleCall; data: Pick<PageData, 'id' | 'revision'>; act: Act }>;

/** The newest event that the person saw: with what was typed before, the one seen then. */
export function Revision({ call, data, act }: RevisionProps) {
  const { typed } = call.state;
  const seen = typed?.action === actPath(data.id, act) ? typed.fields['revisao'] : undefined;
  return <input type="hidden" name="revisao" value={seen ?? data.revision} />;
}

/** Nothing where only the state refuses it. */
export function RefusedAct({ act, refusal }: Readonly<{ act: Act; refusal: ActRefusal }>) {
  if (refusal.is === 'NotInThisState') return null;
  return (
    <p class="hint">
      <button type="button" disabled aria-describedby={`motivo-${act}`}>
        {actLabels[act]}
      </button>{' '}
      <span id={`motivo-${act}`}>{ownRefusalSentence(refusal)}</span>
    </p>
  );
}
