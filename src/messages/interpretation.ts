// How a file was understood, in Portuguese.
import type { SignConvention } from '../domain/books/events.js';

/** @param convention of the lines, where the file marks no sides */
export function conventionWords(
  sides: 'suffix' | 'column' | 'separate' | 'none',
  convention: SignConvention | null,
): string {
  switch (sides) {
    case 'suffix':
      return 'D/C junto ao valor';
    case 'column':
      return 'D/C em coluna própria';
    case 'separate':
      return 'saldos devedores e credores em colunas separadas';
    case 'none':
      if (convention === null) return 'valores com ou sem sinal';
      return convention === 'A' ? 'valores com sinal (débito positivo)' : 'valores na natureza da conta';
  }
}
