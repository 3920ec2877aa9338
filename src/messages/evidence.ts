// Evidence in Portuguese: errors of its files, and the result of copying it.

export function fileUnreadable(path: string): string {
  return `não foi possível ler o arquivo ${path}`;
}

export function folderUnwritable(path: string): string {
  return `não foi possível gravar na pasta ${path}`;
}

export const EVIDENCE_GONE = {
  missing: 'o arquivo não está no armazenamento de evidências',
  damaged: 'o arquivo guardado difere do que foi anexado (SHA-256 diferente)',
} as const;

/** @param evidence null when it was not copied */
export function evidenceCopiedSentence(evidence: Readonly<{ copied: number; leftOut: number }> | null): string {
  if (evidence === null)
    return 'Os arquivos de evidência não estão no log: copie a pasta evidence para a DATA_DIR do destino ou repita com --people-to ou MONGODB_URL';
  const { copied, leftOut } = evidence;
  const there = copied === 1 ? '1 arquivo de evidência no destino' : `${copied} arquivos de evidência no destino`;
  return leftOut === 0
    ? there
    : `${there}; ${leftOut} não copiados, por faltarem ou estarem danificados na origem`;
}
