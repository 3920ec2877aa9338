// What is wrong with a dossier, in Portuguese.
import type { DossierFinding } from '../../domain/seal.js';

/** No default branch: a new problem needs a sentence to compile. */
export function dossierFindingSentence(problem: DossierFinding): string {
  switch (problem.is) {
    case 'ManifestUnreadable':
      return 'manifest.json não é o manifesto de um dossiê deste formato';
    case 'ManifestNotSigned':
      return 'O manifesto não foi assinado com a chave que ele informa';
    case 'CheckpointNotSigned':
      return 'checkpoint.txt não é um checkpoint deste log assinado com a chave do manifesto';
    case 'CheckpointDiffers':
      return 'checkpoint.txt tem tamanho ou raiz diferentes dos do manifesto';
    case 'EventUnreadable':
      return 'events.ndjson tem uma linha que não é um evento';
    case 'ClosingDiffers':
      return 'O manifesto e os eventos não concordam sobre o fechamento da competência';
    case 'CompanyDiffers':
      return 'A empresa do manifesto não é a que os eventos cadastram';
    case 'VersionsDiffer':
      return 'As versões do balancete no manifesto não são as dos eventos';
    case 'PartsUncountable':
      return 'Os eventos citam uma parte mais de uma vez, ou mais partes do que um dossiê tem: nenhuma foi conferida';
    case 'LastEventDiffers':
      return 'O último evento não é o que o manifesto informa';
    case 'Malformed':
      return 'O dossiê não tem o formato esperado';
    case 'FileMissing':
      return `Falta o arquivo ${problem.name}`;
    case 'FileDiffers':
      return `O arquivo ${problem.name} foi alterado ou cortado: não tem o hash do manifesto`;
    case 'FileUnknown':
      return `O arquivo ${problem.name} não é citado pelo manifesto, ou por nenhum evento`;
    case 'ConsistencyBroken':
      return `O arquivo ${problem.name} não prova que o checkpoint guardado e este são do mesmo log`;
    case 'EvidenceDiffers':
      return `O anexo ${problem.name} não tem o SHA-256 do seu nome`;
    case 'TableDiffers':
      return `A tabela ${problem.name} não é a que resulta dos eventos`;
    case 'PersonDiffers':
      return `Em pessoas.json, ${problem.id} não é a pessoa que consta do manifesto`;
    case 'ProofsMissing':
      return `Há ${problem.events} eventos e ${problem.proofs} provas`;
    case 'KeptOfAnotherLog':
      return `O ${problem.kept}º checkpoint guardado é de outro log ou de outra chave`;
    case 'KeptForked':
      return `O ${problem.kept}º checkpoint guardado contradiz o dossiê: o log foi refeito ou bifurcado`;
    case 'KeptNotProven':
      return `O ${problem.kept}º checkpoint guardado: não comprovado, o dossiê não tem a prova para ele`;
    case 'EventNotProven':
      return `O evento da linha ${problem.line} foi alterado, ou não está no log selado`;
    case 'EventOutOfOrder':
      return `O evento da linha ${problem.line} está fora da ordem do log`;
    case 'EventOfAnother':
      return `O evento ${problem.revision} do stream ${problem.stream} não é desta empresa e competência`;
    case 'PartsDiffer':
      return `As partes que o evento ${problem.revision} do stream ${problem.stream} cita não conferem`;
    case 'StreamGap':
      return `No stream ${problem.stream}, o evento ${problem.found} está onde se esperava o ${problem.expected}`;
    case 'StreamDiffers':
      return `O stream ${problem.stream} não tem o número de eventos que o manifesto informa`;
  }
}
