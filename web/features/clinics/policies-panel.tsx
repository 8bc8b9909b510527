import type { ReactNode } from 'react'
import { additionalConsentKeys, additionalConsentTitles } from '../../../contract/additional-consents.ts'
import { languages, languageTags } from '../../../contract/languages.ts'
import {
  kiosk_reset_minutes_max,
  link_days_max,
  reflection_hours_max,
  validity_days_max,
} from '../../../contract/limits.ts'
import { own_figure_people_min } from '../../../contract/own-figures.ts'
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
  const form = useSettingsForm(read, onChanged, 'Policies saved. Consents already sent are unchanged.')
  const part = { policies, errors: form.errors }
  return (
    <SettingsPanel
      key={policies.version}
      form={form}
      title="Policies"
      lead="Apply to all new consents at this practice."
      submitLabel="Save policies"
      onReload={onChanged}
    >
      <ReflectionFields {...part} />
      <UnderstandingFields {...part} />
      <OwnFiguresFields {...part} />
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
    <PolicyGroup title="Time to think" hint="Starts when the patient first opens the information.">
      <NumberField
        id="reflection-usualHours"
        label="Default hours"
        hint={`Used when the template sets none. 0 to ${reflection_hours_max}`}
        value={reflection.usualHours}
        errors={errors}
      />
      <NumberField
        id="reflection-leastHours"
        label="Minimum hours"
        hint="Applies even if the template sets less"
        value={reflection.leastHours}
        errors={errors}
      />
      <RadioGroup
        id="reflection-waivedBy"
        name="reflection-waivedBy"
        legend="Who can start earlier, with a reason"
        defaultValue={reflection.waivedBy}
        options={[
          { value: 'overrideConsents', label: 'Staff with the Override consents permission' },
          { value: 'finaliseConsents', label: 'Staff with the Finalise consents permission' },
        ]}
      />
    </PolicyGroup>
  )
}

function UnderstandingFields({ policies }: FieldGroupProps) {
  return (
    <PolicyGroup
      title="Questions after reading"
      hint="Show what is not yet clear. Wrong answers are explained and never block signing; anything still unclear becomes a task."
    >
      <RadioGroup
        id="understandingCheck"
        name="understandingCheck"
        legend="When to ask patients"
        defaultValue={policies.understandingCheck}
        options={[
          { value: 'offered', label: 'Optional: patients can sign without answering' },
          { value: 'before-signing', label: 'Required before signing on a screen, with any answers' },
          { value: 'off', label: 'Never' },
        ]}
      />
    </PolicyGroup>
  )
}

function OwnFiguresFields({ policies }: FieldGroupProps) {
  return (
    <PolicyGroup
      title="Practice outcomes"
      hint={`Your own figures for a treatment, from ${own_figure_people_min} people followed up. They never replace published figures.`}
    >
      <CheckboxField
        id="ownFigures"
        name="ownFigures"
        label="Show patients our own outcome figures beside published ones"
        defaultChecked={policies.ownFigures}
      />
    </PolicyGroup>
  )
}

function ValidityFields({ policies: { validity, linkDays }, errors }: FieldGroupProps) {
  return (
    <PolicyGroup title="Validity of consents and links">
      <NumberField
        id="validity-days"
        label="Days a signed consent is valid"
        hint={`Reconfirm after that. 1 to ${validity_days_max}`}
        value={validity.days}
        errors={errors}
      />
      <NumberField
        id="validity-courseDays"
        label="Days for a course of treatment"
        hint="Such as orthodontics"
        value={validity.courseDays}
        errors={errors}
      />
      <NumberField
        id="linkDays"
        label="Days a patient’s link is valid"
        hint={`1 to ${link_days_max}`}
        value={linkDays}
        errors={errors}
      />
    </PolicyGroup>
  )
}

function AccessMethodFields({ policies: { wayIn, notices }, errors }: FieldGroupProps) {
  return (
    <PolicyGroup title="Links and questions" hint="Patient checks and question notifications.">
      <RadioGroup
        id="wayIn-proof"
        name="wayIn-proof"
        legend="To open a link, patients enter"
        defaultValue={wayIn.proof}
        options={[
          { value: 'birth-date', label: 'Date of birth' },
          {
            value: 'birth-date-and-code',
            label: 'Date of birth and a code by text message',
            hint: 'Sent to the mobile number on file. Without one, patients are asked to phone you, and you can create a link without the code.',
          },
        ]}
      />
      <TextField
        id="wayIn-callBack"
        name="wayIn-callBack"
        label="Phone number to check a message"
        hint="Shown to patients who check whether a link is yours. Leave empty to use the practice number."
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
        label="E-mail the treating clinician when a patient asks a question"
        hint="The e-mail contains no patient details."
        defaultChecked={notices.questions}
      />
    </PolicyGroup>
  )
}

function SafetyFields({ policies, errors }: FieldGroupProps) {
  return (
    <PolicyGroup title="In the surgery">
      <CheckboxField
        id="extractionSecondCheck"
        name="extractionSecondCheck"
        label="Two-person tooth and side check before an extraction"
        defaultChecked={policies.extractionSecondCheck}
      />
      <RadioGroup
        id="toothNotation"
        name="toothNotation"
        legend="Tooth notation"
        hint="On staff screens and in notes. Patients see plain words."
        defaultValue={policies.toothNotation}
        options={[
          { value: 'names', label: 'In words: lower right first molar' },
          { value: 'palmer', label: 'Palmer: LR6' },
          { value: 'fdi', label: 'FDI: 46' },
        ]}
      />
      <NumberField
        id="kiosk-resetMinutes"
        label="Minutes of inactivity before a tablet locks"
        hint={`1 to ${kiosk_reset_minutes_max}. The patient’s date of birth unlocks it.`}
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
      hint={`Nothing is deleted automatically. Records due for review are listed. In ${nationNames[nation]}: ${retentionYears[nation]} years after the last care; of children until ${child_until_age}, or ${child_of_17_until_age} if they were 17.`}
    >
      <NumberField
        id="retention-years"
        label="Longer retention: years after last care"
        hint={`At least ${retentionYears[nation]}`}
        value={retention.years}
        errors={errors}
        optional
      />
      <NumberField
        id="retention-childUntilAge"
        label="Longer retention: children until age"
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
      title="Additional consents"
      hint="Patients answer each one separately before signing, or skip it. None affects treatment, and each can be withdrawn later."
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
