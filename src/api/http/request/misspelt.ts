// Finds the parameter that a misspelt or translated name stands for, so that a filter with a wrong name is refused instead of
// answering everything, and `validateonly` instead of importing (docs/spec/requests.md#parameters).
import { distance } from 'fastest-levenshtein';

/** Letters inserted, removed or replaced. */
const DISTANCE_MAX = 2;

/** Parameters by the other names that integrators try, Portuguese ones first, without accents, in lower case. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['apenasvalidar', ['validateOnly']],
  ['ate', ['to', 'periodTo']],
  ['atualizadodesde', ['updatedSince']],
  ['balanceteid', ['trialBalanceId']],
  ['codigo', ['contaCodigo']],
  ['codigoconta', ['contaCodigo', 'codigo']],
  ['competencia', ['period']],
  ['competenciafinal', ['periodTo']],
  ['competenciainicial', ['periodFrom']],
  ['conta', ['contaCodigo', 'codigo']],
  ['contacodigo', ['codigo']],
  ['de', ['from', 'periodFrom']],
  ['desde', ['from', 'periodFrom']],
  ['empresa', ['companyId']],
  ['empresaid', ['companyId']],
  ['idempresa', ['companyId']],
  ['itensporpagina', ['limit']],
  ['limite', ['limit']],
  ['ordem', ['order']],
  ['ordenacao', ['order']],
  ['ordenar', ['order']],
  ['pagina', ['page']],
  ['periodo', ['period']],
  ['porpagina', ['limit']],
  ['prazo', ['slaStatus']],
  ['responsavelnome', ['responsavel']],
  ['situacao', ['status']],
  ['situacaodoprazo', ['slaStatus']],
  ['sla', ['slaStatus']],
  ['somentevalidar', ['validateOnly']],
  ['tamanho', ['limit']],
  ['tipo', ['type']],
  ['validar', ['validateOnly']],
  ['validate', ['validateOnly']],
  ['pagesize', ['limit']],
  ['perpage', ['limit']],
]);

/**
 * @param given a name that is none of the known ones
 * @returns the known name it stands for; null when it resembles none and may be ignored
 */
export function nearestParameter(given: string, known: readonly string[]): string | null {
  const name = plain(given);
  const translated = OTHER_NAMES.get(name)?.find((one) => known.includes(one));
  if (translated !== undefined) return translated;
  const nearest = known
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
