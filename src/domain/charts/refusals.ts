// Problems of charts of accounts. Faults in a requested chart: ../clients/refusals.ts.

export type ChartProblem = Readonly<{ is: 'ChartNotFound' | 'AccountNotFound' }>;
