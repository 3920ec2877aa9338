// What can be wrong with a dossier, as data. Sentences: src/messages/operator/dossierFindings.ts.

export type DossierFinding =
  | Readonly<{ is: 'ManifestUnreadable' | 'ManifestNotSigned' | 'CheckpointNotSigned' | 'CheckpointDiffers' }>
  | Readonly<{ is: 'EventUnreadable' | 'ClosingDiffers' | 'CompanyDiffers' | 'VersionsDiffer' | 'Malformed' }>
  | Readonly<{ is: 'PartsUncountable' | 'LastEventDiffers' }>
  | Readonly<{ is: 'FileMissing' | 'FileDiffers' | 'FileUnknown' | 'TableDiffers'; name: string }>
  | Readonly<{ is: 'ConsistencyBroken' | 'EvidenceDiffers'; name: string }>
  | Readonly<{ is: 'ProofsMissing'; events: number; proofs: number }>
  /** `id`: of a person. */
  | Readonly<{ is: 'PersonDiffers'; id: string }>
  /** `kept`: the number of the checkpoint that was kept outside, from 1. */
  | Readonly<{ is: 'KeptOfAnotherLog' | 'KeptForked' | 'KeptNotProven'; kept: number }>
  /** `line`: of events.ndjson, from 1. */
  | Readonly<{ is: 'EventNotProven' | 'EventOutOfOrder'; line: number }>
  | Readonly<{ is: 'EventOfAnother' | 'PartsDiffer'; stream: string; revision: number }>
  | Readonly<{ is: 'StreamGap'; stream: string; expected: number; found: number }>
  | Readonly<{ is: 'StreamDiffers'; stream: string }>;
