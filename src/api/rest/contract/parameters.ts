// Parameters of several routes, described for OpenAPI and GraphQL. No message contains a comma and a space.
import { orders, valuesOf } from '../../../domain/kernel/vocabulary.js';
import * as z from 'zod';
import {
  COMPETENCE_PATTERN,
  FIRST_COMPETENCE,
  LAST_COMPETENCE,
  isMonthOutOfRange,
  parseCompetence,
} from '../../../domain/kernel/competence.js';
import { parseCnpj } from '../../../domain/kernel/cnpj.js';
import { oneOf, truth, wholeNumber } from '../../../projections/views/scope.js';
import { importReasonSentence } from '../../../messages/imports/reasons.js';

export const PAGE_DEFAULT = 1;
const LIMIT_MAX = 100;
export const LIMIT_DEFAULT = 50;

export const PAGE_WRONG = 'page deve ser um número inteiro a partir de 1';
export const page = wholeNumber(PAGE_WRONG, 1).default(PAGE_DEFAULT).describe('Página, a partir de 1');
export const limit = wholeNumber(`limit deve ser um número inteiro de 1 a ${LIMIT_MAX}`, 1, LIMIT_MAX)
  .default(LIMIT_DEFAULT)
  .describe('Linhas por página');
export const order = oneOf('order', valuesOf(orders))
  .default('asc')
  .describe('Ordem das linhas: asc, da primeira à última; desc, da última à primeira');
export const companyId = wholeNumber(importReasonSentence({ is: 'CompanyIdInvalid' })).describe(
  'Somente desta empresa',
);
export const chartId = wholeNumber('chartId deve ser um número inteiro').describe('O plano de contas');
export const accountId = wholeNumber('accountId deve ser um número inteiro').describe('A conta');
export const trialBalanceId = wholeNumber('trialBalanceId deve ser um número inteiro').describe('O balancete');
export const pathId = wholeNumber('o identificador no endereço deve ser um número inteiro');

/** The texts that `parseCnpj` accepts, for the contract. */
const CNPJ_PATTERN = '^[./ -]*([0-9A-Za-z][./ -]*){12}([0-9][./ -]*){2}$';

/** With or without mask; parsed to 14 characters. Check digits: at registration (docs/spec/numbers.md#cnpj). */
export const cnpj = z
  .string()
  .transform((text, context) => {
    const parsed = parseCnpj(text);
    if (parsed === null)
      context.addIssue({ code: 'custom', message: importReasonSentence({ is: 'CnpjInvalid' }) });
    return parsed ?? z.NEVER;
  })
  .meta({
    pattern: CNPJ_PATTERN,
    maxLength: 64,
    description: 'Somente da empresa deste CNPJ, numérico ou alfanumérico, com ou sem máscara',
  });

export const period = competence('period', importReasonSentence({ is: 'PeriodInvalid' })).describe(
  'Somente desta competência (AAAA-MM)',
);
export const periodFrom = competence('periodFrom')
  .optional()
  .describe('Somente desta competência (AAAA-MM) em diante');
export const periodTo = competence('periodTo')
  .optional()
  .describe('Somente até esta competência (AAAA-MM), inclusive');

/** For `refine`: the first is not after the second, told beside what is wrong with others. */
export function inOrder<First extends string, Second extends string>(first: First, second: Second) {
  const holds = (query: Readonly<Partial<Record<First | Second, string | number | undefined>>>): boolean => {
    const [from, to] = [query[first], query[second]];
    return from === undefined || to === undefined || from <= to;
  };
  const when = ({ issues }: z.core.ParsePayload): boolean =>
    !issues.some(({ path: [name] = [] }) => name === first || name === second);
  return [holds, { message: `${first} não pode ser depois de ${second}`, when }] as const;
}

function competence(name: string, malformed = `${name} deve estar no formato AAAA-MM`) {
  return z
    .string(`informe ${name}`)
    .transform((text, context) => {
      const parsed = parseCompetence(text);
      const message = isMonthOutOfRange(text)
        ? `${name} deve estar entre ${FIRST_COMPETENCE} e ${LAST_COMPETENCE}`
        : malformed;
      if (parsed === null) context.addIssue({ code: 'custom', message });
      return parsed ?? z.NEVER;
    })
    .meta({ pattern: COMPETENCE_PATTERN });
}

const time = z.iso.datetime({ offset: true });

/** ISO 8601 with offset or Z, in either case; truncated to milliseconds. @returns ms since 1970, or null */
function parseMoment(momentText: string): number | null {
  const text = momentText.toUpperCase();
  const parsed = time.safeParse(text).success ? Date.parse(text) : NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

/** Parsed to milliseconds since 1970. @param message says what it should be */
export function moment(message: string) {
  return z
    .string(message)
    .transform((text, context) => {
      const parsed = parseMoment(text);
      if (parsed === null) context.addIssue({ code: 'custom', message });
      return parsed ?? z.NEVER;
    })
    .meta({ format: 'date-time' });
}

export const updatedSince = moment(
  'updatedSince deve ser uma data e hora ISO 8601 (por exemplo 2026-09-01T00:00:00.000Z)',
)
  .describe(
    'Somente o que mudou nesta data e hora (ISO 8601) ou depois; na próxima leitura envie o valor de X-Updated-Until',
  )
  .optional();

export const validateOnly = truth('validateOnly').describe(
  'true: só valida e mostra o que mudaria; nada é gravado',
);

export const ofCompaniesPage = { page, limit, order, companyId: companyId.optional(), cnpj: cnpj.optional() };
export const ofCompetencePage = {
  page,
  limit,
  order,
  period: period.describe('A competência (AAAA-MM)'),
  companyId: companyId.optional(),
  cnpj: cnpj.optional(),
};
