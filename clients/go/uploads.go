package callanalysis

import (
	"context"
	"io"
	"net/http"
)

// UploadsService has the operations of a Client's Uploads: recordings that are sent in parts, by tus 1.0. [AnalysesService.Create] uses
// them by itself for a large one. Keep the id of an upload, and another process goes on with it: Send, then Create with UploadID.
type UploadsService struct{ client *Client }

// UploadsCreateParams are the parameters of [UploadsService.Create].
type UploadsCreateParams struct {
	// Length is how many bytes the recording has.
	Length int64
	// FileName is told to the service.
	FileName string
}

// UploadsSendParams are the parameters of [UploadsService.Send]. Give one of File and Reader, and the same recording each time.
type UploadsSendParams struct {
	// File is the path of the recording.
	File string
	// Reader is the recording, at its first byte. It is not closed.
	Reader io.ReadSeeker
	// OnProgress is called as the recording's bytes are sent.
	OnProgress func(sent, total int64)
}

// Create begins an upload. It ends after 24 hours where no analysis took it. POST /uploads
func (s *UploadsService) Create(ctx context.Context, params *UploadsCreateParams, options ...RequestOption) (*Upload, error) {
	if params == nil || params.Length < 1 {
		return nil, argumentError("Length must be 1 byte or more.", nil)
	}
	received, err := s.client.do(ctx, creation(params.Length, firstOf(params.FileName, "recording"), options))
	if err != nil {
		return nil, err
	}
	upload, failure := createdUpload(received, params.Length)
	return upload, orNil(failure)
}

// Get says how much of an upload the service has. HEAD /uploads/{id}
func (s *UploadsService) Get(ctx context.Context, id string) (*Upload, error) {
	received, err := s.client.do(ctx, onUpload(http.MethodHead, id))
	if err != nil {
		return nil, err
	}
	upload, failure := foundUpload(id, received)
	return upload, orNil(failure)
}

// Send sends what the service does not have yet, over as many connections as it takes, and returns the whole upload. PATCH /uploads/{id}
func (s *UploadsService) Send(ctx context.Context, id string, params *UploadsSendParams) (*Upload, error) {
	var recording *parts
	switch {
	case params == nil || (params.File == "") == (params.Reader == nil):
		return nil, argumentError("Give one of File and Reader.", nil)
	case params.File != "":
		recording = partsOfFile(params.File, "")
	default:
		recording = partsOfReader(params.Reader, "")
	}
	if recording == nil {
		return nil, argumentError("The recording cannot be read from any place: give a file, or a reader that can seek.", nil)
	}
	upload, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	sending := &sending{client: s.client, recording: recording, onProgress: params.OnProgress, told: -1}
	whole, failure := sending.rest(ctx, upload)
	return whole, orNil(failure)
}

// Delete deletes an upload that no analysis took. DELETE /uploads/{id}
func (s *UploadsService) Delete(ctx context.Context, id string) error {
	_, err := s.client.do(ctx, onUpload(http.MethodDelete, id))
	return err
}

// orNil is no error where there is none: a nil pointer in an interface would be one.
func orNil(failure *Error) error {
	if failure == nil {
		return nil
	}
	return failure
}
