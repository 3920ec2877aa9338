// Why a process must not use a log. Refusals of copying one: copy.ts.

/** The configured value differs from the one the log was created with. */
export type DeploymentRefusal = Readonly<{
  differs: 'environment' | 'secretsKey';
  recorded: string;
  configured: string;
}>;
