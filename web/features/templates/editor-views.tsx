import { ViewSwitch } from '../../ui/view-switch.tsx'

const views = { write: 'Write', preview: 'Preview' }
export type EditorView = keyof typeof views

type EditorViewsProps = { view: EditorView; onChange: (view: EditorView) => void }

/** Where there is no room for both side by side. */
export const EditorViews = (props: EditorViewsProps) => (
  <ViewSwitch views={views} className="xl:hidden" {...props} />
)
