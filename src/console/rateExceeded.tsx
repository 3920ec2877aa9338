// The page for a person beyond the rate limit. A form that was refused keeps what was typed, to be sent again.
import type { RateExceeded } from '../api/http/rateLimitMiddleware.js';
import { HttpError } from '../api/http/response/problems.js';
import { rateExceededSentence, SEND_AGAIN, RATE_EXCEEDED_TITLE, TRY_AGAIN } from '../messages/console.js';
import type { ConsoleDependencies } from './dependencies.js';
import { Form, HiddenFields } from './design/Form.js';
import { showPage } from './design/Page.js';
import { readForm, type FormFields } from './session/readForm.js';
import type { ConsoleCall } from './route.js';

export async function showRateExceeded(
  call: ConsoleCall,
  deps: Pick<ConsoleDependencies, 'bodies'>,
  { perMinute, retryAfterSeconds }: RateExceeded,
): Promise<void> {
  const isPost = call.method === 'POST';
  const sent = isPost ? await sentForm(call, deps) : null;
  call.set('Retry-After', String(retryAfterSeconds));
  showPage(call, {
    title: RATE_EXCEEDED_TITLE,
    status: 429,
    body: (
      <>
        <div class="note warn" role="alert">
          {rateExceededSentence(perMinute, retryAfterSeconds, isPost ? (sent === null ? 'lost' : 'kept') : 'page')}
        </div>
        {sent === null ? !isPost && <a href={call.url}>{TRY_AGAIN}</a> : <SendAgain {...{ call, sent }} />}
      </>
    ),
  });
}

/** Null for a form with files, which no page can keep. */
async function sentForm(call: ConsoleCall, deps: Pick<ConsoleDependencies, 'bodies'>): Promise<FormFields | null> {
  try {
    return await readForm(call, deps);
  } catch (error) {
    if (error instanceof HttpError && error.problem.is === 'RequestMalformed') return null;
    throw error;
  }
}

function SendAgain({ call, sent }: Readonly<{ call: ConsoleCall; sent: FormFields }>) {
  const { fields, several } = sent.typed;
  const inputs = Object.entries(fields).flatMap(([name, value]) =>
    (several[name] ?? [value]).map((one) => [name, one] as const),
  );
  return (
    <Form call={call} action={call.url}>
      <HiddenFields fields={inputs} />
      <button class="primary">{SEND_AGAIN}</button>
    </Form>
  );
}
