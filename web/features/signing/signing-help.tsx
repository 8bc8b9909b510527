import { signer_name_length_max } from '../../../contract/limits.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { PatientConsent } from '../../../contract/signing.ts'
import type { DraftProps } from './draft-state.ts'
import { cosigningOrder, isCosignerRequired, type HelpDraft } from './signature-body.ts'
import type { Draft } from './signing-memory.ts'
import { useWords } from './words-context.tsx'

const [whyId, ofId, agreedId] = ['help-why', 'help-of', 'help-agreed']
type Words = ReturnType<typeof useWords>['cosigning']

/** What is still missing of the help that somebody asked for. */
export function helpProblems({ help }: Draft, words: Words): FieldProblem[] {
  if (help.kind === 'none') return []
  const isAnother = help.kind === 'on-behalf'
  return [
    ...(help.why ? [] : [{ id: whyId, text: words.noWhy }]),
    ...(isAnother && help.of.trim() === '' ? [{ id: ofId, text: words.noOf }] : []),
    ...(isAnother && !help.agreed ? [{ id: agreedId, text: words.notAgreed }] : []),
  ]
}

type SigningHelpProps = DraftProps & { problems: readonly FieldProblem[] }

/** For whoever cannot sign as others do: a mark, or another hand; with the reason, and always before a witness. */
export function SigningHelp({ draft, onDraft, problems }: SigningHelpProps) {
  const { cosigning } = useWords()
  const { help } = draft
  const change = (part: Partial<HelpDraft>) => onDraft({ help: { ...help, ...part } })
  const { reasons } = cosigning
  return (
    <Disclosure summary={cosigning.help} open={help.kind !== 'none'}>
      <div className="space-y-6 pt-3">
        <RadioGroup
          name="help"
          legend={cosigning.how}
          value={help.kind}
          options={[
            { value: 'none', label: cosigning.none },
            { value: 'mark', label: cosigning.mark },
            { value: 'on-behalf', label: cosigning.onBehalf },
          ]}
          onChange={(kind) => change({ kind: kind as HelpDraft['kind'] })}
        />
        {help.kind !== 'none' && (
          <>
            <RadioGroup
              id={whyId}
              name="helpWhy"
              legend={cosigning.why}
              error={errorOf(problems, whyId)}
              {...(help.why ? { defaultValue: help.why } : {})}
              options={(['sight', 'movement', 'reading', 'other'] as const).map((value) => ({
                value,
                label: reasons[value],
              }))}
              onChange={(why) => change({ why: why as HelpDraft['why'] })}
            />
            <p className="rounded-md bg-brand-soft p-4">{cosigning.witnessNeeded}</p>
          </>
        )}
        {help.kind === 'on-behalf' && (
          <>
            <TextField
              id={ofId}
              name="of"
              label={cosigning.of}
              dir="auto"
              maxLength={signer_name_length_max}
              error={errorOf(problems, ofId)}
              defaultValue={help.of}
              onChange={(event) => change({ of: event.target.value })}
            />
            <CheckboxField
              id={agreedId}
              boxed
              label={cosigning.agreed}
              error={errorOf(problems, agreedId)}
              defaultChecked={help.agreed}
              onChange={(event) => change({ agreed: event.target.checked })}
            />
          </>
        )}
      </div>
    </Disclosure>
  )
}

/** Who else signs: whom the practice asked for stands there, others can be added. */
export function CosignerChoice({ consent, draft, onDraft }: DraftProps & { consent: PatientConsent }) {
  const { cosigning } = useWords()
  const rest = (role: string) => draft.beside.filter((other) => other !== role)
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{cosigning.beside}</legend>
      {cosigningOrder.map((role) => {
        const isAsked = consent.cosignersAsked.includes(role)
        const isFixed = isCosignerRequired(role, consent, draft)
        return (
          <CheckboxField
            // Its tick follows from what is chosen above, and not only from a press.
            key={`${role}-${isFixed}`}
            id={`beside-${role}`}
            label={cosigning.add[role]}
            {...(isAsked ? { hint: cosigning.asked } : {})}
            disabled={isFixed}
            defaultChecked={isFixed || draft.beside.includes(role)}
            onChange={(event) =>
              onDraft({ beside: event.target.checked ? [...rest(role), role] : rest(role) })
            }
          />
        )
      })}
    </fieldset>
  )
}
