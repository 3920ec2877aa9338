// Query parameters and path ids, checked by the zod schemas of `rest`; every problem in one Portuguese sentence.
import { distance } from 'fastest-levenshtein';
import type * as z from 'zod';
import { refuse } from '../../../domain/problem.js';

const tooOftenSentence = (name: string): string => `o parâmetro ${name} foi informado mais de uma vez`;

/**
 * Unknown parameters are ignored; a known one given twice, or as `name[…]`, is refused, and so is one whose name
 * resembles a known one.
 * @param inPath values of the schema that are in the path, and nowhere else
 * @throws DomainError ParameterInvalid with all problems, in the order of the schema
 */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  querystring: string,
  inPath: Readonly<Record<string, string | undefined>> = {},
): z.output<Schema> {
  const problems: string[] = [];
  const names = Object.keys(schema.shape).filter((name) => !Object.hasOwn(inPath, name));
  const parameters = { ...(querystring !== '' && collect(querystring, names, problems)), ...inPath };
  const parsed = schema.safeParse(parameters);
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ message }) => message));
  if (!parsed.success || problems.length > 0) return refuse({ is: 'ParameterInvalid', messages: problems });
  return parsed.data;
}

/** Of values in no address. @throws DomainError ParameterInvalid with all problems, in the order of the schema */
export function parseValues<Schema extends z.ZodType>(schema: Schema, parameters: unknown): z.output<Schema> {
  const parsed = schema.safeParse(parameters);
  if (parsed.success) return parsed.data;
  return refuse({ is: 'ParameterInvalid', messages: parsed.error.issues.map(({ message }) => message) });
}

function collect(querystring: string, names: readonly string[], problems: string[]): Record<string, string> {
  if (!isDecodable(querystring))
    refuse({ is: 'ParameterInvalid', messages: ['os parâmetros do endereço têm codificação inválida'] });
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(querystring)) {
    const bracket = name.indexOf('[');
    const baseName = bracket < 0 ? name : name.slice(0, bracket);
    if (!names.includes(baseName)) {
      const nearest = nearestParameter(baseName, names);
      // Without the comma and space that separate problems in the sentence.
      if (nearest !== null)
        problems.push(`parâmetro desconhecido: ${baseName.replace(/,\s+/g, ',')} (você quis dizer ${nearest}?)`);
      continue;
    }
    if (bracket >= 0) problems.push(`o parâmetro ${baseName} deve ser um valor simples`);
    else if (Object.hasOwn(parameters, baseName)) problems.push(tooOftenSentence(baseName));
    else parameters[baseName] = value;
  }
  return parameters;
}

export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

// Finds the parameter that a misspelt or translated name stands for, so that a filter with a wrong name is refused
// instead of answering everything, and `validateonly` instead of importing (docs/spec/requests.md#parameters).

/** Letters inserted, removed or replaced. */
const DISTANCE_MAX = 2;

/** Other names of parameters that integrators try: plain, Portuguese first. One of several means the first. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  page: 'pagina',
  limit: 'itensporpagina limite porpagina tamanho pagesize perpage',
  order: 'ordem ordenacao ordenar',
  companyId: 'empresa empresaid idempresa',
  cnpj: 'cnpjempresa cnpjdaempresa',
  trialBalanceId: 'balanceteid',
  periodFrom: 'periodfrom competenciainicial de desde',
  periodTo: 'periodto competenciafinal ate',
  // Names of a list of one month, after those of a range.
  period: 'competencia periodo mes periodfrom periodto competenciainicial competenciafinal',
  from: 'de desde',
  to: 'ate',
  updatedSince: 'atualizadodesde',
  contaCodigo: 'codigo codigoconta conta',
  codigo: 'codigoconta conta contacodigo',
  responsavel: 'responsavelnome',
  status: 'situacao',
  slaStatus: 'prazo situacaodoprazo sla',
  type: 'tipo',
  current: 'atual atuais vigente vigentes',
  escopo: 'scope',
  minAgeDays: 'idademinima idadedias idademinimadias itenshamaisde',
  itensHaMaisDe: 'idademinima idadedias idademinimadias minagedays',
  validateOnly: 'apenasvalidar somentevalidar validar validate',
};

/** @param unknownName is none of the parameters @returns the one it stands for; null: it may be ignored */
export function nearestParameter(unknownName: string, parameters: readonly string[]): string | null {
  const name = plain(unknownName);
  const others = Object.entries(OTHER_NAMES).filter(([, names]) => names.split(' ').includes(name));
  const translated = others.find(([one]) => parameters.includes(one));
  if (translated !== undefined) return translated[0];
  const nearest = parameters
    .map((one) => ({ one, letters: distance(name, plain(one)) }))
    .filter(({ one, letters }) => letters <= DISTANCE_MAX && letters < Math.max(name.length, one.length))
    .sort((a, b) => a.letters - b.letters);
  return nearest[0]?.one ?? null;
}

/** Without accents, case and separators: `Período` and `periodo`, `company_id` and `companyid` are the same. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f_\-. ]/g, '')
    .toLowerCase();
}
