// A named value of a page's `<dl class="facts">`.
import type { ComponentChildren } from 'preact';
import { wholeNumber } from '../../messages/formats.js';
import { balanceText } from './values.js';

export function Fact({ name, children }: Readonly<{ name: string; children: ComponentChildren }>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How many an act is about, and their sums. @param balances in centavos, with debit positive */
export function CountAndSums({ name, balances }: Readonly<{ name: string; balances: readonly number[] }>) {
  return (
    <dl class="facts">
      <Fact name={name}>{wholeNumber(balances.length)}</Fact>
      <Fact name="Soma dos saldos devedores">{sumText(balances.filter((cents) => cents > 0))}</Fact>
      <Fact name="Soma dos saldos credores">{sumText(balances.filter((cents) => cents < 0))}</Fact>
    </dl>
  );
}

/** A thousand balances may be more than a number holds exactly. */
function sumText(cents: readonly number[]): string {
  return balanceText(cents.reduce((sum, each) => sum + BigInt(each), 0n));
}
