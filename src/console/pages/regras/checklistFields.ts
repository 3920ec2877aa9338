// Reads and writes the lines of a company's checklist, as a person types them.
import type { ChecklistPoint } from '../../../domain/clients/checklist.js';
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
