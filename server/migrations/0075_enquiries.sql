CREATE TABLE "enquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"practice" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"delivery" text DEFAULT 'queued' NOT NULL,
	"delivery_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	CONSTRAINT "enquiries_topic" CHECK ("enquiries"."topic" in ('practice', 'account', 'privacy', 'accessibility', 'other')),
	CONSTRAINT "enquiries_delivery" CHECK ("enquiries"."delivery" in ('queued', 'sending', 'sent', 'failed', 'unconfirmed'))
);
--> statement-breakpoint
ALTER TABLE "enquiries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "enquiries_by_time" ON "enquiries" USING btree ("received_at");--> statement-breakpoint
CREATE POLICY "admin" ON "enquiries" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);