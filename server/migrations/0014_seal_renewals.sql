-- Seals, stamps and digests renewed before what they rest on weakens.
CREATE TABLE "digest_renewals" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"number" integer NOT NULL,
	"hash_algorithm" text NOT NULL,
	"from_digest" integer NOT NULL,
	"to_digest" integer NOT NULL,
	"body" text NOT NULL,
	"leaves" jsonb NOT NULL,
	"signature" text NOT NULL,
	"sealing_key_id" uuid NOT NULL,
	"time_stamp" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "digest_renewals_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "digest_renewals_number" UNIQUE("clinic_id","number"),
	CONSTRAINT "digest_renewals_span" CHECK (from_digest <= to_digest)
);
--> statement-breakpoint
ALTER TABLE "digest_renewals" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_versions" DROP CONSTRAINT "document_versions_kind_known";--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "sealed_with" text[];--> statement-breakpoint
ALTER TABLE "sealing_keys" ADD COLUMN "algorithm" text DEFAULT 'RSA-3072' NOT NULL;--> statement-breakpoint
ALTER TABLE "digest_renewals" ADD CONSTRAINT "digest_renewals_sealing_key_id_sealing_keys_id_fk" FOREIGN KEY ("sealing_key_id") REFERENCES "public"."sealing_keys"("id");--> statement-breakpoint
ALTER TABLE "digest_renewals" ADD CONSTRAINT "digest_renewals_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_kind_known" CHECK (kind in ('signed', 'finalised', 'annex', 'archived', 'annex-archived', 'resealed', 'annex-resealed'));--> statement-breakpoint
CREATE POLICY "clinic" ON "digest_renewals" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "digest_renewals" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
grant select, insert on digest_renewals to candour_clinic;--> statement-breakpoint
grant select (clinic_id, created_at) on digest_renewals to candour_job;--> statement-breakpoint
grant select (number) on chain_digests to candour_job;--> statement-breakpoint
grant select (sealed_with, sealing_key_id) on document_versions to candour_job;
