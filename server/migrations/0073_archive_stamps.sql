ALTER TABLE "document_versions" DROP CONSTRAINT "document_versions_kind_known";--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "stamped_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_stamp_ends" CHECK ((stamped_until is not null) = (kind in ('archived', 'annex-archived')));--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_kind_known" CHECK (kind in ('signed', 'finalised', 'annex', 'archived', 'annex-archived'));