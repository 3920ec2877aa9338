// A call that uploads a report file, each for another month.
import { readFileSync } from 'node:fs';
import type { Call } from './protocol.js';
import { CHART_NAME, type Stage } from './stage.js';

let month = 0;
const nextPeriod = (): string => `${2001 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, '0')}`;

type SentFile = Readonly<{ path: string; kind: string; cnpj: string; validateOnly?: boolean }>;

/** The multipart body is made beforehand: making it is nobody's figure. */
export function fileCall(
  stage: Pick<Stage, 'keepBytes'>,
  importCall: (bodyFile: string) => Call,
  { path, kind, cnpj, validateOnly = false }: SentFile,
): Call {
  const part = (name: string, value: string): string =>
    `--bench\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head =
    part('cnpj', cnpj) +
    part('period', nextPeriod()) +
    part('chartName', CHART_NAME) +
    `--bench\r\nContent-Disposition: form-data; name="file"; filename="report.${kind}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), readFileSync(path), Buffer.from('\r\n--bench--\r\n')]);
  return {
    ...importCall(stage.keepBytes(body)),
    path: `/api/v1/trial-balances/arquivo${validateOnly ? '?validateOnly=true' : ''}`,
    contentType: 'multipart/form-data; boundary=bench',
  };
}
