// What the release of a further version would take back, before it is released.
import { isFinished } from '../../../domain/reconciliation/states.js';
import { fallenApprovals } from '../../../messages/confirmations.js';
import type { AffectedReconciliation } from '../../../domain/trialBalance/impact.js';
import type { TrialBalanceVersion } from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import { Confirm } from '../../design/Confirm.js';
import type { ConsoleCall } from '../../route.js';
import { fingerprintOf } from '../../session/stagedFiles.js';
import { Affected } from './Affected.js';
import { VERSIONS } from './Versions.js';

const LISTED_MAX = 20;

type Props = Readonly<{
  call: ConsoleCall;
  version: TrialBalanceVersion;
  affected: readonly AffectedReconciliation[];
}>;

export function ReleaseQuestion({ call, version, affected }: Props) {
  const approvedFirst = affected.toSorted((a, b) => Number(isFinished(b.status)) - Number(isFinished(a.status)));
  const approvals = affected.filter(({ status }) => isFinished(status)).length;
  return (
    <Confirm
      call={call}
      action={`${VERSIONS}/${version.id}/liberar`}
      label="Liberar"
      back={`${VERSIONS}/${version.id}`}
      shown={shownIn(affected)}
    >
      {approvals > 0 && <p>{fallenApprovals(approvals)}</p>}
      <Affected items={approvedFirst.slice(0, LISTED_MAX)} total={affected.length} />
    </Confirm>
  );
}

/** Another text once something else would be taken back. */
export function shownIn(affected: readonly AffectedReconciliation[]): string {
  return fingerprintOf(JSON.stringify(affected));
}
