import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { useLibraryPictures } from './library-pictures.ts'

type EditorPicturesProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** Which of the product's drawings the text shows; each stands in the section it is made for. */
export function EditorPictures({ chosen, onChange }: EditorPicturesProps) {
  const pictures = useLibraryPictures()
  // In the order of the set, and with those that this browser does not know.
  const ordered = (ids: readonly string[]) => [
    ...pictures.map(({ id }) => id).filter((id) => ids.includes(id)),
    ...ids.filter((id) => !pictures.some((picture) => picture.id === id)),
  ]
  return (
    <Disclosure summary={`Pictures (${chosen.length})`}>
      <Fieldset
        legend="Pictures in the text"
        hint="Candour’s drawings, each with a text alternative. A consent keeps the pictures it was sent with."
      >
        {() => (
          <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {pictures.map(({ id, title, section, svg }) => (
              <li key={id} className="flex items-start gap-3">
                <img
                  src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
                  alt=""
                  className="mt-1 h-16 w-20 shrink-0 rounded-md bg-brand-soft object-contain"
                />
                <CheckboxField
                  label={title}
                  hint={section}
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    onChange(ordered(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id)))
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Fieldset>
    </Disclosure>
  )
}
