import { training_months } from '../../../contract/limits.ts'
import { hasPermission, type PermissionHolder } from '../../../contract/permissions.ts'
import type { TrainedPerson } from '../../../contract/trainings.ts'
import { monthsBefore } from './compliance-rules.ts'

type Trained = { staffId: string; topic: 'consent' | 'capacity' | 'other'; doneOn: string }

/** Whether somebody may ask for consent or countersign it. */
const takesConsent = (holder: PermissionHolder): boolean =>
  hasPermission(holder, 'createConsents') || hasPermission(holder, 'finaliseConsents')

/** Where somebody stands with their trainings as they were on a day. */
export function trainingStatusOn(
  person: { id: string; name: string; holder: PermissionHolder },
  trained: readonly Trained[],
  day: string,
): TrainedPerson {
  const last = (topic: Trained['topic']): string | null =>
    trained
      .filter((one) => one.staffId === person.id && one.topic === topic && one.doneOn <= day)
      .map(({ doneOn }) => doneOn)
      .toSorted()
      .at(-1) ?? null
  const [consentOn, capacityOn] = [last('consent'), last('capacity')]
  const earlier = consentOn && capacityOn && (consentOn < capacityOn ? consentOn : capacityOn)
  const until = earlier ? monthsBefore(earlier, -training_months) : null
  return {
    ...{ id: person.id, name: person.name, takesConsent: takesConsent(person.holder) },
    ...{ consentOn, capacityOn, until, isCurrent: until !== null && until >= day },
  }
}
