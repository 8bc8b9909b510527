import { useRef, useState, type ChangeEvent } from 'react'
import {
  contrast_min,
  contrastRatio,
  isHexColour,
  isReadableColour,
  nearestReadableColour,
  default_brand_colour,
} from '../../../contract/brand-colour.ts'
import type { Api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { BrandPreview } from './brand-preview.tsx'
import { resizeLogo } from './logo-resizing.ts'
import { SettingsPanel } from '../../ui/settings-panel.tsx'
import { useSettingsForm } from '../../ui/use-settings-form.ts'

export type ClinicBranding = Awaited<ReturnType<Api['clinicSettings']['branding']>>

/** What carries the changes out. */
export type BrandingActions = {
  changeColour(change: { colour: string | null; version: number }): Promise<unknown>
  setLogo(change: { image: string; version: number }): Promise<unknown>
  removeLogo(): Promise<unknown>
}

type BrandingPanelProps = {
  branding: ClinicBranding
  /** Whose branding it is: shown in the preview. */
  ownerName: string
  /** What stands where there is no logo, once it is removed. */
  removalText: string
  actions: BrandingActions
  onChanged: () => Promise<void>
}

/** How the practice's pages, messages and documents look. */
export function BrandingPanel(props: BrandingPanelProps) {
  return (
    <div className="space-y-6">
      <ColourForm key={props.branding.colour} {...props} />
      <LogoPanel {...props} />
    </div>
  )
}

function ColourForm({ branding, ownerName, actions, onChanged }: BrandingPanelProps) {
  const [typed, setTyped] = useState(branding.colour ?? '')
  const colour = typed.trim().toLowerCase()
  const read = () => () =>
    actions.changeColour({ colour: colour === '' ? null : colour, version: branding.version })
  const form = useSettingsForm(read, onChanged, 'Colour saved.')
  return (
    <SettingsPanel
      form={form}
      title="Colour"
      lead="Used on patients’ pages, in message headers and on the letterhead of new documents."
      submitLabel="Save colour"
      onReload={onChanged}
    >
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          id="colour"
          name="colour"
          label="Colour"
          hint={`Hex code, like ${default_brand_colour}. Leave empty for ${branding.group?.colour ? 'the colour of your group' : 'the default'}.`}
          optional
          width="short"
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={errorOf(form.errors, 'colour')}
        />
        <input
          type="color"
          aria-label="Colour picker"
          value={isHexColour(colour) ? colour : default_brand_colour}
          onChange={(event) => setTyped(event.target.value)}
          className="h-11 w-16 cursor-pointer rounded-md border border-field bg-surface p-1"
        />
      </div>
      {colour === '' && branding.group?.colour && (
        <p className="text-small text-muted">
          From {branding.group.name}: {branding.group.colour}
        </p>
      )}
      <ContrastResult colour={colour} onTake={setTyped} />
      <BrandPreview
        name={ownerName}
        colour={
          isHexColour(colour) && isReadableColour(colour)
            ? colour
            : (branding.group?.colour ?? default_brand_colour)
        }
        logo={branding.logo ?? branding.group?.logo ?? null}
      />
    </SettingsPanel>
  )
}

/** Whether text in the colour can be read, and the nearest one that can where it cannot. */
function ContrastResult({ colour, onTake }: { colour: string; onTake: (colour: string) => void }) {
  if (!isHexColour(colour)) return null
  const ratio = contrastRatio(colour, '#ffffff').toFixed(1)
  if (isReadableColour(colour))
    return <p role="status" className="text-small text-ok">{`Contrast ${ratio} to 1: easy to read.`}</p>
  const nearest = nearestReadableColour(colour)
  return (
    <InlineMessage tone="warn" role="status" title={`Contrast ${ratio} to 1: too hard to read`}>
      <p>{`At least ${contrast_min} to 1 is needed on white and on a pale tint.`}</p>
      <Button variant="quiet" size="small" className="mt-3" onClick={() => onTake(nearest)}>
        <span aria-hidden className="size-4 rounded-sm" style={{ background: nearest }} />
        Use {nearest} instead
      </Button>
    </InlineMessage>
  )
}

const LogoImage = ({ logo, alt }: { logo: string; alt: string }) => (
  <img
    src={`/api/logos/${logo}`}
    alt={alt}
    className="mb-5 max-h-20 max-w-full rounded-md border border-line bg-surface p-2"
  />
)

function LogoPanel({ branding, ownerName, removalText, actions, onChanged }: BrandingPanelProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  const { logo, group, version } = branding

  async function change(act: () => Promise<unknown>, done: string): Promise<void> {
    const changed = await run(async () => {
      await act()
      await onChanged()
    })
    if (changed) toast(done)
  }
  async function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Emptied, so that the same file can be chosen again.
    currentTarget.value = ''
    if (file)
      await change(async () => actions.setLogo({ image: await resizeLogo(file), version }), 'Logo updated.')
  }
  async function remove() {
    const question = {
      title: 'Remove the logo?',
      text: branding.group?.logo
        ? `The logo of ${branding.group.name} is shown instead. Existing documents are unchanged.`
        : removalText,
      confirm: 'Remove logo',
    }
    if (await confirm(question)) await change(() => actions.removeLogo(), 'Logo removed.')
  }
  return (
    <Panel
      title="Logo"
      lead="Used on patients’ pages and the letterhead. PNG, JPEG, WebP or SVG, preferably wide with a white or transparent background."
      className="max-w-column"
    >
      {logo && <LogoImage logo={logo} alt={`Logo of ${ownerName}`} />}
      {!logo && group?.logo && (
        <>
          <p className="mb-2 text-small text-muted">From {group.name}</p>
          <LogoImage logo={group.logo} alt={`Logo of ${group.name}`} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" busy={busy} onClick={() => chooser.current?.click()}>
          {logo ? 'Choose another logo' : 'Choose a logo'}
        </Button>
        {logo && (
          <Button variant="quiet" busy={busy} onClick={() => void remove()}>
            Remove logo
          </Button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-label="Logo"
        tabIndex={-1}
        onChange={(event) => void take(event)}
        className="sr-only"
      />
      <ProblemMessage problem={problem} className="mt-4" />
    </Panel>
  )
}
