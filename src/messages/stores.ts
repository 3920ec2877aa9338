// What to do about the stores, in Portuguese, for whoever runs the service.

export const INDEX_MISSING =
  'Falta um índice no MongoDB: operator rebuild refaz os dos modelos de leitura; iniciar o serviço de novo, os demais';

export function overriddenSentence(options: readonly string[]): string {
  return `O serviço não segue o que MONGODB_URL diz em ${options.join(', ')}: retire do endereço`;
}
