// How a problem is declared: beside what it is about, with all that answers and guides say of it. Its data is what
// its sentence reads.

/**
 * A code of REST and GraphQL. `happened` and `remedy` are its row in docs/erros.md, which codes of command line
 * and console lack.
 */
export type ErrorCode = Readonly<{ code: string; status: number; happened?: string; remedy?: string }>;

type Declared = ErrorCode & Readonly<{ error: string | ((it: never) => string) }>;
export type Problems = Readonly<Record<string, Declared>>;

/** The union of the declared problems, told apart by `is`. */
export type ProblemOf<Of extends Problems> = {
  [Is in keyof Of & string]: Readonly<{ is: Is }> &
    (Of[Is]['error'] extends (it: infer It) => string ? It : unknown);
}[keyof Of & string];

export type CodedSentence = Readonly<{ code: string; status: number; error: string }>;

export function sentenceWithCode<Of extends Problems>(problems: Of, problem: ProblemOf<Of>): CodedSentence {
  const { code, status, error } = problems[problem.is] as Declared;
  return { code, status, error: typeof error === 'string' ? error : error(problem as never) };
}

export const parameterInvalid = {
  code: 'PARAMETRO_INVALIDO',
  status: 400,
  happened: 'um parâmetro, campo ou cabeçalho está errado, ou o corpo não tem o formato esperado',
  remedy: 'corrija a chamada',
} as const satisfies ErrorCode;

export const unavailable = {
  code: 'SERVICO_INDISPONIVEL',
  status: 503,
  happened: 'um armazenamento está fora do ar, ou o serviço está recebendo mais dados ou arquivos do que comporta',
  remedy:
    'aguarde os segundos indicados em `Retry-After` e repita: uma importação repetida nunca é gravada duas vezes',
} as const satisfies ErrorCode;
