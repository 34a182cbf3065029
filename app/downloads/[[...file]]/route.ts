import { answerDownload } from '@/app/downloads/answer-download'

export const dynamic = 'force-dynamic'

export const GET = answerDownload
