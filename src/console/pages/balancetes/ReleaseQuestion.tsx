// What the release of a version would do, before it is released.
import type { ReleasePreview } from '../../../commands/competence/release.js';
import { isFinished } from '../../../domain/reconciliation/states.js';
import { createdByRelease, fallenApprovals } from '../../../messages/confirmations.js';
import { IMPACT_LISTED_MAX, type AffectedReconciliation } from '../../../domain/trialBalance/impact.js';
import type { TrialBalanceVersion } from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import { Confirm } from '../../design/Confirm.js';
import { CountAndSums } from '../../design/Fact.js';
import type { ConsoleCall } from '../../route.js';
import { fingerprintOf } from '../../session/stagedFiles.js';
import { Affected } from './Affected.js';
import { VERSIONS } from './Versions.js';

type Props = Readonly<{
  call: ConsoleCall;
  version: TrialBalanceVersion;
  preview: ReleasePreview;
}>;

export function ReleaseQuestion({ call, version, preview }: Props) {
  const { isFirst, affected, created, approved } = preview;
  const fallen = fallenIn(preview);
  const approvedFirst = [...fallen, ...affected.filter(({ status }) => !isFinished(status))];
  return (
    <Confirm
      call={call}
      action={`${VERSIONS}/${version.id}/liberar`}
      label="Liberar"
      back={`${VERSIONS}/${version.id}`}
      shown={shownIn(preview)}
    >
      {fallen.length > 0 && (
        <>
          <p>{fallenApprovals(fallen.length)}</p>
          <CountAndSums name="Aprovações" balances={fallen.map(({ balanceDebitCents }) => balanceDebitCents)} />
        </>
      )}
      {created > 0 && <p>{createdByRelease(created, approved)}</p>}
      {!isFirst && <Affected items={approvedFirst.slice(0, IMPACT_LISTED_MAX)} total={affected.length} />}
    </Confirm>
  );
}

/** Another text once something else would be done. */
export function shownIn(preview: ReleasePreview): string {
  return fingerprintOf(JSON.stringify(preview));
}

/** The approvals that would not be valid any more. */
export function fallenIn({ affected }: ReleasePreview): readonly AffectedReconciliation[] {
  return affected.filter(({ status }) => isFinished(status));
}
