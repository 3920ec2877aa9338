// The envelopes of answers: `{ success: true, data }` and `{ success: false, error, code?, erros?, interpretacao? }`.
// Lists have one of their own (rest/listAnswer.ts). Source: docs/spec/requests.md#envelope.

export type ErrorEnvelope = Readonly<{
  success: false;
  error: string;
  code?: string | undefined;
  erros?: readonly object[] | undefined;
  interpretacao?: object | undefined;
}>;

export const JSON_TYPE = 'application/json; charset=utf-8';

export function success(data: object): object {
  return { success: true, data };
}
