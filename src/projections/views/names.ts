// Names that may change, joined when a row is read: never stored with it.

export type NameOf = (personId: string) => string;

/** razaoSocial by company id, people's names by opaque id. */
export type Names = Readonly<{
  companyName(companyId: number): string;
  /** Looks up everybody of a page at once; null is nobody. */
  personNames(personIds: readonly (string | null)[]): Promise<NameOf>;
}>;
