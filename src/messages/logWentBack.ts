// What is said of a log that was restored to an earlier state, emptied or replaced, in Portuguese.
import type { StoreRefusal } from '../domain/deployment.js';
import type { IdKind } from '../domain/kernel/ids.js';
import type { Lost } from '../domain/kernel/log.js';
import { idKindNames } from './operator/fields.js';

/** Parts of `/health/ready`. */
export const LOG_MAY_BE_EARLIER = 'o log parece ter voltado a um estado anterior e está sendo consultado de novo';
export const LOG_IS_EARLIER = 'o log voltou a um estado anterior';

export const LOG_WENT_BACK_MEANWHILE =
  'O log voltou a um estado anterior durante o comando: repita-o; se o serviço encerrou, leia no log dele o que fazer';

export const LOG_IN_USE = 'Outro processo grava neste log: pare todos os serviços e repita o comando';

export function serviceRuns(dataDir: string): string {
  return `O serviço está em execução sobre ${dataDir}: pare todos os processos e repita o comando`;
}

export function logNotBehind({ log, readModels, queue }: StorePlaces): string {
  return (
    `O log em ${log} não está atrás do que há em ${readModels} e ${queue}: nada foi alterado. Se eles também foram ` +
    'perdidos, informe as duas opções, --yes e --ids-from N, com N acima dos ids que os sistemas integrados conhecem'
  );
}

export function idsExhausted(kind: IdKind, next: number): string {
  return `Nada foi alterado: o próximo id de ${idKindNames[kind]} seria ${next}, acima do limite de 2147483647 (confira --ids-from)`;
}

/** Where log and stores are, as the operator configured them; without passwords. */
export type StorePlaces = Readonly<{ log: string; readModels: string; queue: string }>;

const ACCEPT = 'operator log accept --reason "MOTIVO"';

export function wentBackSentence(lost: Lost, { log }: Pick<StorePlaces, 'log'>): string {
  const what =
    'position' in lost
      ? `já foi lido até a posição ${lost.position} e agora termina antes dela`
      : `não tem mais o evento ${lost.revision} de ${lost.stream}, que este processo já tinha lido`;
  return (
    `O log em ${log} voltou a um estado anterior: ${what}. Nada mais foi gravado. Pare todos os processos e devolva o ` +
    `log completo ou, para seguir com o que foi restaurado, execute ${ACCEPT}`
  );
}

export function storeNotOfLogSentence({ is, store }: StoreRefusal, places: StorePlaces): string {
  const name = store === 'readModels' ? 'Os modelos de leitura em' : 'As entregas da fila em';
  const place = places[store];
  switch (is) {
    case 'StoreAhead':
      return (
        `${name} ${place} já passaram do fim do log em ${places.log}: o log foi restaurado a um estado anterior. ` +
        `Devolva o log completo ou, para seguir com o que foi restaurado, execute ${ACCEPT}`
      );
    case 'StoreOfAnotherLog':
      return (
        `${name} ${place} não são deste log, o de ${places.log}: confira os dois endereços. Se o log foi restaurado a um ` +
        `estado anterior, execute ${ACCEPT}; se o que está em ${place} não serve mais, remova-o`
      );
    case 'LogEmptied':
      return (
        `${name} ${place} são de um log que não está mais em ${places.log}, que está vazio: confira os dois endereços ou ` +
        `restaure a cópia de segurança do log; para começar um log novo, remova antes o que está em ${place}`
      );
  }
}
