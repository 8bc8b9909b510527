import { Search } from 'lucide-react'
import { keyboardShortcuts, keyText } from './keyboard-shortcuts.ts'
import { isRailItem } from './sidebar-item.tsx'
import { Tooltip } from './tooltip.tsx'

/** Opens the search of everything from the sidebar; looks like the field that it leads to. */
export const SearchButton = ({ onPress }: { onPress: () => void }) => (
  <div className="mx-5 mt-2 mb-1 rail:mx-1.5">
    <Tooltip text="Search" side="end" isNeeded={isRailItem}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onPress}
        className="flex min-h-10 w-full items-center gap-3 rounded-md border border-line px-3 text-muted transition-colors hover:bg-paper hover:text-ink pointer-coarse:min-h-11 rail:justify-center rail:gap-0 rail:border-transparent rail:px-0"
      >
        <Search className="size-4.5 shrink-0" aria-hidden />
        <span className="flex min-w-0 flex-1 items-center justify-between rail:sr-only">
          Search
          <kbd aria-hidden className="key pointer-coarse:hidden">
            {keyText('k', keyboardShortcuts.commandMenu)}
          </kbd>
        </span>
      </button>
    </Tooltip>
  </div>
)
