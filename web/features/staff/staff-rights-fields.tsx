import type { Flag, Level } from '../../../contract/permissions.ts'
import type { StaffMember } from '../../../contract/staff.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { PermissionFields } from './permission-fields.tsx'
import { basePermissionsText, permissionLevels, levelSummary } from './rights-words.ts'
import type { StaffFieldsProps } from './staff-detail-fields.tsx'
import { SignInHoursFields } from './sign-in-hours-fields.tsx'
import { canChangeRegistration, type StaffValues } from './staff-form-values.ts'
import { roleLabels } from './staff-state-words.ts'

const roleOptions = [
  {
    value: 'clinic_staff',
    label: roleLabels.clinic_staff,
    hint: 'Set by their level and additional permissions.',
  },
  { value: 'clinic_admin', label: roleLabels.clinic_admin, hint: 'All permissions in this practice.' },
]

const levelOptions = permissionLevels.map((level) => ({
  value: String(level),
  label: `Level ${level}`,
  hint: `${levelSummary(level)}.`,
}))

/** What somebody may do, and when they may sign in. */
export function StaffRightsFields({ values, errors, onChange }: StaffFieldsProps) {
  const { role, permissionLevel, permissions } = values
  const setPermission = (flag: Flag, given: boolean) =>
    onChange({ permissions: { ...permissions, [flag]: given } })
  return (
    <>
      <Panel title="Permissions" lead="You can only grant permissions you have yourself.">
        <div className="space-y-6">
          <RadioGroup
            id="role"
            name="role"
            legend="Role"
            options={roleOptions}
            value={role}
            onChange={(value) => onChange({ role: value as StaffValues['role'] })}
            error={errorOf(errors, 'role')}
          />
          {role === 'clinic_staff' && (
            <>
              <RadioGroup
                id="permissionLevel"
                name="permissionLevel"
                legend="Level"
                hint={`All staff may ${basePermissionsText}, whatever their level.`}
                options={levelOptions}
                value={String(permissionLevel)}
                onChange={(value) => onChange({ permissionLevel: Number(value) as Level })}
                error={errorOf(errors, 'permissionLevel')}
              />
              <PermissionFields holder={values} onGive={setPermission} />
            </>
          )}
        </div>
      </Panel>
      <Panel title="Login hours">
        <SignInHoursFields
          restricted={values.loginHoursRestricted}
          week={values.week}
          errors={errors}
          onChange={onChange}
        />
      </Panel>
    </>
  )
}

/** In place of the fields, for somebody who looks at themselves. */
export const OwnRights = ({ member }: { member: StaffMember }) => (
  <InlineMessage title="You cannot change your own permissions">
    Another administrator must change your role, level, permissions and login hours
    {canChangeRegistration(member) ? '.' : ', and your clinical role and GDC number.'}
  </InlineMessage>
)
