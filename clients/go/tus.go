package callanalysis

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// Upload is a recording on its way to the service, in parts.
type Upload struct {
	// ID names it.
	ID string `json:"id"`
	// Length is how many bytes the whole recording has.
	Length int64 `json:"length"`
	// Offset is how many bytes the service has.
	Offset int64 `json:"offset"`
	// ExpiresAt is when an upload that no analysis took ends, in Unix seconds; 0 where the service does not say.
	ExpiresAt int64 `json:"expires_at"`
}

// The requests of tus 1.0: how an upload is made, asked after, sent on and deleted.

func tusHeader(more ...field) http.Header {
	header := http.Header{}
	header.Set("Tus-Resumable", "1.0.0")
	for _, each := range more {
		header.Set(each.name, each.text)
	}
	return header
}

func creation(length int64, fileName string, options []RequestOption) *call {
	metadata := "filename " + base64.StdEncoding.EncodeToString([]byte(fileName))
	header := tusHeader(field{"Upload-Length", strconv.FormatInt(length, 10)}, field{"Upload-Metadata", metadata})
	return &call{method: http.MethodPost, path: "/uploads", header: header, options: options}
}

func onUpload(method, id string, more ...field) *call {
	request := newCall(method, "/uploads/{id}", id)
	request.header = tusHeader(more...)
	return request
}

// createdUpload takes only the id of the address: the credential goes to the service that the client was made for.
func createdUpload(received *answer, length int64) (*Upload, *Error) {
	address, err := url.Parse(received.header.Get("Location"))
	if err != nil {
		return nil, answerError("The service made an upload and did not say where.", err)
	}
	path := strings.TrimRight(address.Path, "/")
	id := path[strings.LastIndex(path, "/")+1:]
	if id == "" {
		return nil, answerError("The service made an upload and did not say where.", nil)
	}
	return &Upload{ID: id, Length: length, ExpiresAt: expiryIn(received.header)}, nil
}

func foundUpload(id string, received *answer) (*Upload, *Error) {
	length, known := bytesIn(received.header.Get("Upload-Length"))
	if !known {
		return nil, answerError("The service did not say how large the upload is.", nil)
	}
	offset, failure := offsetIn(received, length)
	if failure != nil {
		return nil, failure
	}
	return &Upload{ID: id, Length: length, Offset: offset, ExpiresAt: expiryIn(received.header)}, nil
}

func offsetIn(received *answer, length int64) (int64, *Error) {
	offset, known := bytesIn(received.header.Get("Upload-Offset"))
	if !known || offset > length {
		return 0, answerError("The service did not say how much of the upload it has.", nil)
	}
	return offset, nil
}

var byteCount = regexp.MustCompile(`^[0-9]{1,15}$`)

func bytesIn(text string) (int64, bool) {
	if !byteCount.MatchString(text) {
		return 0, false
	}
	count, err := strconv.ParseInt(text, 10, 64)
	return count, err == nil
}

func expiryIn(header http.Header) int64 {
	expiry, err := http.ParseTime(header.Get("Upload-Expires"))
	if err != nil {
		return 0
	}
	return expiry.Unix()
}
