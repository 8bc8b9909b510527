ALTER TABLE "document_versions" DROP CONSTRAINT "document_versions_kind_known";--> statement-breakpoint
DROP INDEX "document_versions_kind";--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "about" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "document_versions_kind" ON "document_versions" USING btree ("clinic_id","consent_id","kind","about");--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_kind_known" CHECK (kind in ('signed', 'finalised', 'annex'));