import { extraFlags, permissions, type Flag } from '../../../contract/permissions.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { PermissionIcon } from './permission-icon.tsx'
import {
  flagWords,
  impliedGrantReason,
  dependentGrantReason,
  rightOf,
  type RightsHolder,
} from './rights-words.ts'

type PermissionFieldsProps = { holder: RightsHolder; onGive: (flag: Flag, given: boolean) => void }

/** Single permissions: those that role and level leave open, to be given; the others shown as held. */
export function PermissionFields({ holder, onGive }: PermissionFieldsProps) {
  return (
    <div className="space-y-5">
      <FlagGroup
        legend="Additional permissions"
        hint="Added to what their role and level already allow."
        flags={permissions}
        holder={holder}
        onGive={onGive}
      />
      <FlagGroup legend="Further permissions" flags={extraFlags} holder={holder} onGive={onGive} />
    </div>
  )
}

type FlagGroupProps = PermissionFieldsProps & { legend: string; hint?: string; flags: readonly Flag[] }

function FlagGroup({ legend, hint, flags, holder, onGive }: FlagGroupProps) {
  const reasonOf = (flag: Flag) => impliedGrantReason(holder, flag) ?? dependentGrantReason(holder, flag)
  const tickable = flags.filter((flag) => reasonOf(flag) === null)
  const heldFlags = flags.filter((flag) => !tickable.includes(flag))
  return (
    <Fieldset legend={legend} hint={hint}>
      {() => (
        <>
          {tickable.map((flag) => (
            <CheckboxField
              key={flag}
              label={
                <>
                  {flagWords[flag].label}
                  <span className="block text-small text-muted">{flagWords[flag].opens}</span>
                </>
              }
              checked={holder.permissions[flag] ?? false}
              onChange={(event) => onGive(flag, event.target.checked)}
            />
          ))}
          {heldFlags.length > 0 && (
            <ul
              aria-label={`${legend}: already granted`}
              className={tickable.length > 0 ? 'mt-2' : undefined}
            >
              {heldFlags.map((flag) => (
                <li key={flag} className="flex gap-3 py-1">
                  <PermissionIcon held={rightOf(holder, flag).held} />
                  <span>
                    {flagWords[flag].label}
                    <span className="block text-small text-muted">{reasonOf(flag)}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Fieldset>
  )
}
