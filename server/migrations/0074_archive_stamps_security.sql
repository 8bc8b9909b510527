-- A sweep finds what is due for a time stamp of the archive: by number, time and what it continues, and nothing else.
grant select (number, about, created_at, stamped_until) on document_versions to candour_job;
