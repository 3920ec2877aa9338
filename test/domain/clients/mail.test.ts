import { expect, it } from '#jest';
import { client } from '../../../src/domain/clients/fold.js';
import { decideMailChoice } from '../../../src/domain/clients/decide.js';
import { mailChoiceOf, type WorkflowSettings } from '../../../src/domain/clients/workflowSettings.js';
import { given, recorded } from '../../support/given.js';

const ana = { clientId: 1, personId: 'ana' };
const chooses = (daily: boolean, atOnce: boolean) => (state: Pick<WorkflowSettings, 'mail'>) =>
  decideMailChoice(state, { ...ana, daily, atOnce });

it('is both mails until a person chooses, and each choice is written down once', () => {
  given(client).when(chooses(true, true)).thenNothing(null);
  const done = given(client).when(chooses(true, false));
  done.then([{ type: 'MailChosen', data: { ...ana, daily: true, atOnce: false } }], null);
  done.again().thenNothing(null);
  done
    .after()
    .when(chooses(false, false))
    .then([{ type: 'MailChosen', data: { ...ana, daily: false, atOnce: false } }], null);
});

it('ends with the person', () => {
  const chosen = recorded({ type: 'MailChosen', data: { ...ana, daily: false, atOnce: false } }, 0);
  const erased = recorded({ type: 'UserErased', data: ana }, 1);
  const state = client.evolve(client.initial(), chosen, []);
  expect(mailChoiceOf(state, 'ana')).toEqual({ daily: false, atOnce: false });
  expect(mailChoiceOf(client.evolve(state, erased, []), 'ana')).toEqual({ daily: true, atOnce: true });
});
