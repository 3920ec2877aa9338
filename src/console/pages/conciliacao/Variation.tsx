// The change of the balance that wants an explanation, and the explanation: last month's is offered.
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/textLimits.js';
import { actLabels } from '../../../messages/acts.js';
import { variationBand } from '../../../messages/reconciliationPage.js';
import { Form, TextArea } from '../../design/Form.js';
import { balanceText } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { Revision } from './Acts.js';
import { actPath } from './addresses.js';
import type { PageData } from './pageData.js';

export function Variation({ call, data }: Readonly<{ call: ConsoleCall; data: PageData }>) {
  const { row, detail, acts } = data;
  if (row.comparado === null) return null;
  const { own, previous } = detail.explanations;
  const isPossible = acts.some(({ act, refusal }) => act === 'explain' && refusal === null);
  return (
    <section aria-labelledby="variacao">
      <h2 id="variacao">Variação</h2>
      {!row.explicada && (
        <p class="note warn">
          {variationBand(balanceText(row.saldoContabilDevedor - row.comparado), balanceText(row.comparado))}
        </p>
      )}
      {isPossible ? (
        <Form call={call} action={actPath(data.id, 'explain', call)} data-part>
          <Revision {...{ call, data }} act="explain" />
          <TextArea
            label="Explicação"
            name="explicacao"
            id="campo-explicacao"
            rows={3}
            maxLength={COMMENT_CHARACTERS_MAX}
            required
            {...(own === null && previous !== null && { hint: 'A do mês anterior; ajuste o que mudou.' })}
            value={own ?? previous ?? ''}
          />
          <button>{actLabels.explain}</button>
        </Form>
      ) : (
        own !== null && <p>{own}</p>
      )}
    </section>
  );
}
