// Sentences of `operator seals rotate-key`.

export const NEW_SEAL_KEY_MISSING =
  'A chave dos selos é definida em SEAL_KEY: indique a nova com --key-file ARQUIVO (32 bytes em base64, como openssl rand -base64 32)';

export function sealKeyFileWrong(path: string): string {
  return `O arquivo ${path} não tem uma chave: são 32 bytes em base64, como openssl rand -base64 32`;
}

/** @param isConfigured whether the key comes of SEAL_KEY */
export function sealKeyRotated(publicKey: string, isConfigured: boolean): string {
  return (
    `A partir de agora os selos são assinados com a chave pública ${publicKey}` +
    (isConfigured ? '. Configure SEAL_KEY com a nova chave em todos os processos antes de iniciá-los' : '')
  );
}
