// Reads and writes the lines of a company's checklist and of its balances with others, as a person types them.
import type { ChecklistPoint } from '../../../domain/clients/checklist.js';
import type { IntercompanyRule } from '../../../domain/clients/intercompany.js';
import { WRITERS } from '../../../domain/clients/roles.js';
import { roleNames } from '../../../messages/reconciliations.js';
import { daysTyped } from './ruleFields.js';

const BLOCKS = 'impede';
const LINES_MAX = 500;

/** One point a line, as `checklistTyped` reads them. */
export function checklistLines(points: readonly ChecklistPoint[]): string {
  return points
    .map(({ text, role, workingDay, blocking }) => {
      const parts = [text, role === null ? '' : roleNames[role], String(workingDay ?? ''), blocking ? BLOCKS : ''];
      return parts.join('; ').replace(/(; )+$/, '');
    })
    .join('\n');
}

/** `texto; papel; dia útil; impede` a line, the last three optional, into what a registers' file has. `errors` in Portuguese. */
export function checklistTyped(
  text: string,
): Readonly<{ checklist: readonly object[]; errors: readonly string[] }> {
  const lines = text.split(/\r?\n/);
  if (lines.length > LINES_MAX) return { checklist: [], errors: [`Checklist: no máximo ${LINES_MAX} linhas`] };
  const errors: string[] = [];
  const checklist = lines.flatMap((line, index): object[] => {
    if (line.trim() === '') return [];
    const [point = '', roleName = '', day = '', blocks = '', ...more] = line.split(';').map((part) => part.trim());
    const role = WRITERS.find((one) => roleNames[one].toLowerCase() === roleName.toLowerCase());
    const isWrong = more.length > 0 || point === '' || (roleName !== '' && role === undefined);
    if (isWrong || (blocks !== '' && blocks.toLowerCase() !== BLOCKS)) {
      errors.push(
        `Checklist, linha ${index + 1}: escreva texto; papel; dia útil; impede (por exemplo Inventário conferido; Supervisor; 3; impede)`,
      );
      return [];
    }
    return [
      {
        text: point,
        ...(role !== undefined && { role }),
        ...(day !== '' && { workingDay: daysTyped(day) }),
        ...(blocks !== '' && { blocking: true }),
      },
    ];
  });
  return { checklist, errors };
}

/** One rule a line, as `intercompanyTyped` reads them. @param cnpjOf null: a company that is not named */
export function intercompanyLines(
  rules: readonly IntercompanyRule[],
  cnpjOf: (companyId: number) => string | null,
): string {
  return rules
    .flatMap(({ prefix, counterpartId, counterpartPrefix }) => {
      const cnpj = cnpjOf(counterpartId);
      return cnpj === null ? [] : [[prefix, cnpj, counterpartPrefix].join('; ')];
    })
    .join('\n');
}

/** `contas; CNPJ; contas da outra` a line, as above. */
export function intercompanyTyped(
  text: string,
): Readonly<{ intercompany: readonly object[]; errors: readonly string[] }> {
  const lines = text.split(/\r?\n/);
  if (lines.length > LINES_MAX)
    return { intercompany: [], errors: [`Saldos entre empresas: no máximo ${LINES_MAX} linhas`] };
  const errors: string[] = [];
  const intercompany = lines.flatMap((line, index): object[] => {
    if (line.trim() === '') return [];
    const [prefix = '', counterpart = '', counterpartPrefix = '', ...more] = line
      .split(';')
      .map((part) => part.trim());
    if (more.length === 0 && prefix !== '' && counterpart !== '' && counterpartPrefix !== '')
      return [{ prefix, counterpart, counterpartPrefix }];
    errors.push(
      `Saldos entre empresas, linha ${index + 1}: escreva contas; CNPJ; contas da outra (por exemplo 1.1.08; 11.222.333/0001-81; 2.1.08)`,
    );
    return [];
  });
  return { intercompany, errors };
}
