// Names of companies and people. They may change, so they are joined when a row is read and never stored in it.

export type NameOf = (personId: string) => string;

/** razaoSocial by company id, people's names by opaque id. */
export type Names = Readonly<{
  companyName(companyId: number): string;
  /** Looks up all people of a page at once; nulls are ignored. */
  personNames(personIds: readonly (string | null)[]): Promise<NameOf>;
}>;
