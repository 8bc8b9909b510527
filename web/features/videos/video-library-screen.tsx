import { Film, SearchX } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { queryWith, searchIn } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { sortIn, sortRows, sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { UploadForm } from './upload-form.tsx'
import { useVideoUpload } from './use-video-upload.ts'
import { durationText, formatName, sizeText } from './video-file-rules.ts'
import type { VideoLibrary } from './video-library.ts'
import type { Video, VideoSide, VideoUsage } from './video-operations.ts'
import { searchVideos } from './video-search.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'
import { compressionText, stateWords } from './video-words.ts'

type VideoLibraryScreenProps = {
  side: VideoSide
  library: VideoLibrary
  usage: VideoUsage
  params: URLSearchParams
  /** Another search, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  hrefOf: (videoId: string) => string
  trail: readonly Crumb[]
  onChanged: () => Promise<void>
}

const words = {
  admin: { title: 'Videos', lead: 'Videos that every practice can add to its templates.' },
  clinic: { title: 'Videos', lead: 'Videos from Candour and your practice' },
}

/** The videos that are there, what they take up, and the way to bring another one. */
export function VideoLibraryScreen(props: VideoLibraryScreenProps) {
  const { side, library, usage, params, onQuery, trail } = props
  const search = searchIn(params)
  return (
    <div className="mx-auto max-w-page">
      <PageHeader {...words[side]} back={<Breadcrumbs trail={trail} />} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <NewVideo {...props} />
        <UsagePanel usage={usage} />
      </div>
      <ListToolbar
        className="mt-6"
        search={
          <SearchField
            label="Search videos"
            placeholder="Name or transcript"
            defaultValue={search}
            onSearch={(q) => onQuery(queryWith(params, { q }))}
          />
        }
      >
        <SortSelect orders={orders} params={params} onQuery={onQuery} />
      </ListToolbar>
      <VideoTable {...props} videos={searchVideos(library.videos, search)} search={search} />
      {!library.isWhole && (
        <p className="mt-3 text-muted">Only {library.videos.length} videos are listed here.</p>
      )}
    </div>
  )
}

const orders: ListOrders<
  '-uploaded' | 'uploaded' | 'name' | '-name' | '-length' | 'length' | '-size' | 'size'
> = {
  labels: {
    '-uploaded': 'Uploaded, newest first',
    uploaded: 'Uploaded, oldest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-length': 'Length, longest first',
    length: 'Length, shortest first',
    '-size': 'Size, largest first',
    size: 'Size, smallest first',
  },
  fallback: '-uploaded',
}
const facts = {
  uploaded: ({ uploadedAt }: Video) => uploadedAt,
  name: ({ name }: Video) => name,
  length: ({ duration }: Video) => duration,
  size: ({ bytes }: Video) => bytes,
}

type VideoTableProps = Pick<VideoLibraryScreenProps, 'busy' | 'hrefOf' | 'side' | 'params'> & {
  videos: readonly Video[]
  search: string
}

const VideoTable = ({ videos, search, busy, hrefOf, side, params }: VideoTableProps) => (
  <DataTable
    caption="Videos"
    className="mt-4"
    columns={sortableColumns(side === 'clinic' ? [...columns, ownerColumn] : columns, params, orders)}
    rows={sortRows(videos, sortIn(params, orders), facts)}
    rowKey={({ id }) => id}
    rowHref={({ id }) => hrefOf(id)}
    busy={busy}
    empty={
      search ? (
        <EmptyState icon={SearchX} title="No videos found" />
      ) : (
        <EmptyState icon={Film} title="No videos yet">
          Upload the first one to show it in template sections.
        </EmptyState>
      )
    }
  />
)

const columns: readonly Column<Video>[] = [
  {
    key: 'name',
    header: 'Video',
    cell: ({ name, thumbnail }) => (
      <span className="flex items-center gap-3">
        <VideoThumbnail thumbnail={thumbnail} className="w-20" />
        <span dir="auto" className="min-w-36 break-words wrap-anywhere sm:min-w-48">
          {name}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
  },
  {
    key: 'length',
    header: 'Length',
    align: 'end',
    cell: ({ duration }) => (duration === null ? 'Not known' : durationText(duration)),
  },
  {
    key: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ bytes, format }) => `${sizeText(bytes)}, ${formatName(format)}`,
  },
  {
    key: 'captions',
    header: 'Captions',
    hideOnMedium: true,
    cell: ({ hasCaptions }) => (hasCaptions ? 'Yes' : 'No'),
  },
  {
    key: 'uploaded',
    header: 'Uploaded',
    hideOnMedium: true,
    cell: ({ uploadedAt }) => dayText(uploadedAt),
  },
]

const ownerColumn: Column<Video> = {
  key: 'owner',
  header: 'Source',
  hideOnMedium: true,
  cell: ({ isOwn }) => (isOwn ? 'Your practice' : 'Candour'),
}

function NewVideo({ side, usage, onChanged }: VideoLibraryScreenProps) {
  const { course, standing } = useVideoUpload(side, 'library')
  useEffect(() => {
    if (standing.video && course.takeVideo()) void onChanged()
  }, [course, standing.video, onChanged])
  let done: ReactNode = null
  if (standing.step === 'done')
    done = (
      <InlineMessage tone="ok" title="Upload complete!" className="mb-4">
        {standing.note && compressionText(standing.note)}
      </InlineMessage>
    )
  return (
    <Panel title="New video">
      <div role="status">{done}</div>
      <UploadForm upload={course} state={standing} />
      {!usage.canTranscode && (
        <p className="mt-3 text-small text-muted">
          AVI is stored but not playable: this server cannot convert it to MP4.
        </p>
      )}
    </Panel>
  )
}

function UsagePanel({ usage: { bytes, allowed } }: { usage: VideoUsage }) {
  return (
    <Panel title="Storage">
      {allowed === null ? (
        <p>{sizeText(bytes)} of videos stored.</p>
      ) : (
        <ProgressBar
          label="Storage used"
          done={bytes}
          total={allowed}
          valueText={`${sizeText(bytes)} of ${sizeText(allowed)} used`}
        />
      )}
    </Panel>
  )
}
