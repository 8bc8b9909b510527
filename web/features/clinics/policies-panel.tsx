import type { ReactNode } from 'react'
import { additionalConsentKeys, additionalConsentTitles } from '../../../contract/additional-consents.ts'
import { languages, languageTags } from '../../../contract/languages.ts'
import {
  kiosk_reset_minutes_max,
  link_days_max,
  reflection_hours_max,
  validity_days_max,
} from '../../../contract/limits.ts'
import {
  child_of_17_until_age,
  child_until_age,
  nationNames,
  retentionYears,
} from '../../../contract/retention-rules.ts'
import { api } from '../../api.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { parsePoliciesForm, type ClinicPolicies } from './policies-form-parsing.ts'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useSettingsForm, type SettingsForm } from '../../ui/use-settings-form.ts'

type PoliciesPanelProps = { policies: ClinicPolicies; onChanged: () => Promise<void> }
type FieldGroupProps = { policies: ClinicPolicies; errors: SettingsForm['errors'] }

/** What the practice decides for all its consents. */
export function PoliciesPanel({ policies, onChanged }: PoliciesPanelProps) {
  const read = (form: FormData) => () => api.clinicSettings.changePolicies(parsePoliciesForm(form, policies))
  const form = useSettingsForm(read, onChanged, 'Policies saved. What was sent before keeps its terms.')
  const part = { policies, errors: form.errors }
  return (
    <SettingsPanel
      key={policies.version}
      form={form}
      title="Policies"
      lead="These hold for all consents of this practice from now on."
      submitLabel="Save policies"
      onReload={onChanged}
    >
      <ReflectionFields {...part} />
      <UnderstandingFields {...part} />
      <ValidityFields {...part} />
      <AccessMethodFields {...part} />
      <SafetyFields {...part} />
      <RetentionFields {...part} />
      <LanguageFields {...part} />
      <AdditionalFields {...part} />
    </SettingsPanel>
  )
}

type NumberFieldProps = {
  id: string
  label: string
  hint?: string
  value: number | null
  errors: SettingsForm['errors']
  optional?: boolean
}

function NumberField({ id, label, hint, value, errors, optional }: NumberFieldProps) {
  return (
    <TextField
      id={id}
      name={id}
      label={label}
      hint={hint}
      optional={optional}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      width="short"
      defaultValue={value ?? ''}
      error={errorOf(errors, id)}
    />
  )
}

type PolicyGroupProps = { title: string; hint?: string; children: ReactNode }

/** Policies that belong together, set apart from the next. */
function PolicyGroup({ title, hint, children }: PolicyGroupProps) {
  return (
    <Fieldset
      legend={<span className="text-h3">{title}</span>}
      hint={hint}
      className="border-t border-line pt-5"
    >
      {() => <div className="mt-3 space-y-4">{children}</div>}
    </Fieldset>
  )
}

function ReflectionFields({ policies: { reflection }, errors }: FieldGroupProps) {
  return (
    <PolicyGroup title="Time to think" hint="Counts from when the patient first opened the information.">
      <NumberField
        id="reflection-usualHours"
        label="Hours where a template says nothing"
        hint={`0 for none, at most ${reflection_hours_max}`}
        value={reflection.usualHours}
        errors={errors}
      />
      <NumberField
        id="reflection-leastHours"
        label="Never less than, in hours"
        hint="Also where a template asks for less"
        value={reflection.leastHours}
        errors={errors}
      />
      <RadioGroup
        id="reflection-waivedBy"
        name="reflection-waivedBy"
        legend="Who may begin earlier, with a reason"
        defaultValue={reflection.waivedBy}
        options={[
          { value: 'overrideConsents', label: 'Only those who may override consents' },
          { value: 'finaliseConsents', label: 'Everybody who may finalise consents' },
        ]}
      />
    </PolicyGroup>
  )
}

function UnderstandingFields({ policies }: FieldGroupProps) {
  return (
    <PolicyGroup
      title="Questions after reading"
      hint="They show the patient, and you, what is not clear yet. A wrong answer is explained and never stops anybody; what stays unclear becomes a task."
    >
      <RadioGroup
        id="understandingCheck"
        name="understandingCheck"
        legend="When patients are asked"
        defaultValue={policies.understandingCheck}
        options={[
          { value: 'offered', label: 'Offered: a patient may sign without answering' },
          { value: 'before-signing', label: 'Before signing on a screen, whatever the answers are' },
          { value: 'off', label: 'Never' },
        ]}
      />
    </PolicyGroup>
  )
}

function ValidityFields({ policies: { validity, linkDays }, errors }: FieldGroupProps) {
  return (
    <PolicyGroup title="How long consents and links hold">
      <NumberField
        id="validity-days"
        label="Days a signed consent holds"
        hint={`Confirmed anew after that. 1 to ${validity_days_max}`}
        value={validity.days}
        errors={errors}
      />
      <NumberField
        id="validity-courseDays"
        label="Days for a whole course of treatment"
        hint="Such as orthodontics"
        value={validity.courseDays}
        errors={errors}
      />
      <NumberField
        id="linkDays"
        label="Days a patient’s link works"
        hint={`1 to ${link_days_max}`}
        value={linkDays}
        errors={errors}
      />
    </PolicyGroup>
  )
}

function AccessMethodFields({ policies: { wayIn, notices }, errors }: FieldGroupProps) {
  return (
    <PolicyGroup title="Links and questions" hint="What opens a link, and who is told of a question.">
      <RadioGroup
        id="wayIn-proof"
        name="wayIn-proof"
        legend="What a patient enters to open a link"
        defaultValue={wayIn.proof}
        options={[
          { value: 'birth-date', label: 'The date of birth' },
          {
            value: 'birth-date-and-code',
            label: 'The date of birth, and a code by text message',
            hint: 'Goes to the mobile number on file. Where there is none, the page says to ring you, and you can make a link without the code.',
          },
        ]}
      />
      <TextField
        id="wayIn-callBack"
        name="wayIn-callBack"
        label="Number to ring about a message"
        hint="Shown to patients who ask whether a link is really yours. Empty for the number of the practice."
        type="tel"
        optional
        autoComplete="off"
        maxLength={40}
        width="medium"
        defaultValue={wayIn.callBack}
        error={errorOf(errors, 'wayIn-callBack')}
      />
      <CheckboxField
        id="notices-questions"
        name="notices-questions"
        label="E-mail whoever looks after a consent when its patient asks a question"
        hint="It says that somebody asked and where to sign in, and nothing more."
        defaultChecked={notices.questions}
      />
    </PolicyGroup>
  )
}

function SafetyFields({ policies, errors }: FieldGroupProps) {
  return (
    <PolicyGroup title="At the chair">
      <CheckboxField
        id="extractionSecondCheck"
        name="extractionSecondCheck"
        label="Two people compare tooth and side before an extraction"
        defaultChecked={policies.extractionSecondCheck}
      />
      <RadioGroup
        id="toothNotation"
        name="toothNotation"
        legend="How teeth are named first"
        hint="On your own screens and in notes; patients read plain words."
        defaultValue={policies.toothNotation}
        options={[
          { value: 'names', label: 'In words: lower right first molar' },
          { value: 'palmer', label: 'Palmer: LR6' },
          { value: 'fdi', label: 'FDI: 46' },
        ]}
      />
      <NumberField
        id="kiosk-resetMinutes"
        label="Minutes without a touch until a tablet hides everything"
        hint={`1 to ${kiosk_reset_minutes_max}. The patient’s date of birth opens it again.`}
        value={policies.kiosk.resetMinutes}
        errors={errors}
      />
    </PolicyGroup>
  )
}

function RetentionFields({ policies: { nation, retention }, errors }: FieldGroupProps) {
  return (
    <PolicyGroup
      title="How long records are kept"
      hint={`Nothing is deleted by itself: a record that may be looked at again is listed. In ${nationNames[nation]}: ${retentionYears[nation]} years after the last care; of children until ${child_until_age}, or ${child_of_17_until_age} if they were 17.`}
    >
      <NumberField
        id="retention-years"
        label="Longer here: years after the last care"
        hint={`At least ${retentionYears[nation]}`}
        value={retention.years}
        errors={errors}
        optional
      />
      <NumberField
        id="retention-childUntilAge"
        label="Longer here: children until which birthday"
        hint={`At least ${child_of_17_until_age}`}
        value={retention.childUntilAge}
        errors={errors}
        optional
      />
    </PolicyGroup>
  )
}

function LanguageFields({ policies }: FieldGroupProps) {
  return (
    <PolicyGroup title="Languages offered to patients" hint="English is always offered.">
      <div className="grid gap-x-6 sm:grid-cols-2">
        {languageTags.map((tag) => (
          <CheckboxField
            key={tag}
            id={`languages-${tag}`}
            name="languages"
            value={tag}
            label={
              <>
                {languages[tag].name} (<span lang={tag}>{languages[tag].ownName}</span>)
              </>
            }
            defaultChecked={policies.languages.includes(tag)}
          />
        ))}
      </div>
    </PolicyGroup>
  )
}

function AdditionalFields({ policies }: FieldGroupProps) {
  return (
    <PolicyGroup
      title="Asked besides the treatment"
      hint="Patients answer each by itself before they sign, or leave it. No answer stops the treatment, and each can be taken back later."
    >
      {additionalConsentKeys.map((key) => (
        <CheckboxField
          key={key}
          id={`additional-${key}`}
          name="additionalConsents"
          value={key}
          label={additionalConsentTitles[key]}
          defaultChecked={policies.additionalConsents.includes(key)}
        />
      ))}
    </PolicyGroup>
  )
}
