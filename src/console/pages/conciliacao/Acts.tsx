// The acts of a person's roles: possible ones as forms, the others disabled with the reason.
import type { PossibleAct } from '../../../domain/reconciliation/possibleActs.js';
import type { Act } from '../../../domain/reconciliation/transitions.js';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/textLimits.js';
import { actLabels } from '../../../messages/acts.js';
import { ownRefusalSentence } from '../../../messages/reconciliationPage.js';
import { Form, Select, TextArea } from '../../design/Form.js';
import type { ConsoleCall } from '../../route.js';
import { actPath } from './addresses.js';
import type { PageData } from './pageData.js';

type ActsProps = Readonly<{ call: ConsoleCall; data: PageData }>;

/** Composition, adjustments, comments and evidence have forms of their own. */
const ELSEWHERE: readonly Act[] = ['compose', 'adjust', 'comment', 'attach'];
/** Of those possible the first is the main thing to do. */
const ONWARD: readonly Act[] = ['submit', 'pass', 'approve', 'start', 'open', 'resume', 'restore'];

/** The act of the page's filled button; null: none leads on now. */
export function mainAct({ acts }: Pick<PageData, 'acts'>): Act | null {
  const isPossible = (act: Act): boolean => acts.some((one) => one.act === act && one.refusal === null);
  return ONWARD.find(isPossible) ?? null;
}

export function Acts({ call, data }: ActsProps) {
  const moves = data.acts.filter(({ act }) => !ELSEWHERE.includes(act));
  if (moves.length === 0) return null;
  const main = mainAct(data);
  const possible = moves
    .filter(({ refusal }) => refusal === null)
    .toSorted((a, b) => Number(b.act === main) - Number(a.act === main));
  return (
    <section class="acts" aria-labelledby="atos">
      <h2 id="atos">Atos</h2>
      {possible.map(({ act, asks }) => (
        <ActForm {...{ call, data, act, asks }} />
      ))}
      <Refused acts={moves} />
    </section>
  );
}

function ActForm({ call, data, act, asks }: ActsProps & Omit<PossibleAct, 'refusal'>) {
  const isMain = act === mainAct(data);
  return (
    <Form call={call} action={actPath(data.id, act)} class={isMain ? 'main-act' : undefined}>
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
      <button class={isMain ? 'primary' : undefined}>{actLabels[act]}</button>
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

function Refused({ acts }: Readonly<{ acts: readonly PossibleAct[] }>) {
  const refused = acts.flatMap(({ act, refusal }) => (refusal === null ? [] : [{ act, refusal }]));
  if (refused.length === 0) return null;
  return (
    <ul aria-label="Atos indisponíveis agora">
      {refused.map(({ act, refusal }) => (
        <li>
          <button type="button" disabled aria-describedby={`motivo-${act}`}>
            {actLabels[act]}
          </button>
          <span id={`motivo-${act}`}>{ownRefusalSentence(refusal)}</span>
        </li>
      ))}
    </ul>
  );
}
